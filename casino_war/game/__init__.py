"""The pure rules of Casino War and War: values in, values out, standard library only.

Both games: `cards` and `money`; `randomness`, the only place that draws; `events`; and
`battle`, the only one that compares cards and fights the wars of ties.

Casino War: `table_rules` and `table_presets` say how a table plays, `wagers` what it takes.
`casino` plays a `round` from a `shoe`, and `settlement` pays it. `views` shows it to its
player; `notation` is the line of text from which it is played again.

War: the rules are `war_rules`, in the words of `war_terms`, with their `war_conflicts` and
`war_presets`. `war` plays the games without decisions and `war_choices` every game, those of
`steal` (with `thefts`), `arneson` and `spoils` too. One battle is `war_battle`, over the cards
of `stock` and `war_pack`; around it stand `war_state`, `war_events` and `war_endings`. Players
choose `war_actions`, computers by `war_strategies`; `war_views` is what each may see.

War as text: `war_line` is a whole game, with `war_seed` and `war_spelling`, and `war_replay`
plays it again. `war_nearest` spells rules, `war_snapshot` keeps a game between battles and
`war_transcript` prints events. About War: `war_ways` to change its rules, `war_lengths` of
games, `war_enumeration` of tiny decks.

At the table of a living room: `match` and `score_sheet`.
"""

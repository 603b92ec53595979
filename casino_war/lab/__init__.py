"""Bulk simulation: millions of hands and games from the same rules as everything else.

A `plan` (for bankrolls a `session_plan`, its stakes by `session_staking`) is cut into chunks.
The `runner` plays them in processes or on a `cluster`, by one of two `backends`, and adds up
what they came to, with the sums and histograms of `merging`.

The readable engine: `hands_engine`, `session_engine`, `war_engine`.

Compiled kernels, which equal the engine to the bit. `jit` compiles; `stream` is chance. Each
kernel takes its numbers from a pack and leaves a summary: `hands_pack`, `hands_kernel` and
`hands_summary`; `session_pack`, `session_kernel` and `session_summary`; `war_pack`,
`war_kernel` and `war_summary`, where a game's cards are `war_cards`, its battles `war_fight`
and their end `war_close`. `hands_fast` and `war_fast` play the commonest rules only, faster.

Figures: `session_figures`, and `session_exact` beside them. `cut_card` and `war_lengths`
measure what the project shows.
"""

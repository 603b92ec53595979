"""The numbers of Casino War: pure functions of the rules and the cards.

Ways of dealing are counted in whole numbers, so that chances are fractions; `numbers` turns
them into floats where speed counts.

Counting: a `composition` is what a shoe may hold. `series` count the ties of each rank;
`hands` and `pairs` the `endings` of one hand and of two, with what each wager nets there.
`sums` add nets up; `counted` does so deal by deal where decisions differ. `ties` are runs of
ties and `edges` closed forms.

Figures: `strategy` is how a player decides and `foresight` what that means for ties to come.
`report` has every figure of a hand, `rounds` of several hands against one dealer card,
`decisions` of a tied hand, `sessions` of many hands; `stages` part the luck of a round into
deal and wars. `comparisons`, `derivation` and
`tie_rich` are tables for people to read; `cut_card` is what was measured.

In floats: `bankrolls` from their first hand to goal or ruin, and `runs` of luck.

The house's watch: `par` is what rounds are to bring by the rule sheet, for the charts of
`control`. `shuffles`, `orders` and `streams` test the shuffles and their chance, with the
`tails` of distributions.
"""

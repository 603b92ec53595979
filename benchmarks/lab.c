/* The plain loops that benchmarks/lab.py compares the laboratory with. */
#include <stdint.h>

static uint64_t state;

static inline uint64_t word(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* An integer below a bound; its bias is beyond measuring, and it rejects nothing. */
static inline uint32_t below(uint32_t bound) {
    return (uint32_t)(((word() >> 32) * bound) >> 32);
}

static inline uint8_t draw(uint8_t *cards, int *left) {
    uint32_t place = below((uint32_t)*left);
    uint8_t card = cards[place];
    cards[place] = cards[--*left];
    cards[*left] = card;
    return card;
}

/* All cards before every hand: two are drawn, and two more at a tie. Returns the net. */
double fresh_hands(int64_t hands, int count, uint64_t seed) {
    uint8_t cards[512];
    int64_t wins = 0, losses = 0, war_wins = 0, war_losses = 0, tied_wars = 0;
    state = seed;
    for (int i = 0; i < count; i++) cards[i] = (uint8_t)(i / 4 % 13);
    for (int64_t hand = 0; hand < hands; hand++) {
        int left = count;
        uint8_t own = draw(cards, &left), dealers = draw(cards, &left);
        if (own > dealers) wins++;
        else if (own < dealers) losses++;
        else {
            own = draw(cards, &left);
            dealers = draw(cards, &left);
            if (own > dealers) war_wins++;
            else if (own < dealers) war_losses++;
            else tied_wars++;
        }
    }
    return (double)(wins - losses + war_wins - 2 * war_losses + tied_wars);
}

/* A shoe shuffled whole, one number for each swap, dealt down to the cut. Returns the net. */
double shoe_hands(int64_t hands, int count, int cut, int burn, uint64_t seed) {
    uint8_t cards[512];
    int64_t wins = 0, losses = 0, war_wins = 0, war_losses = 0, tied_wars = 0;
    int dealt = cut;
    state = seed;
    for (int i = 0; i < count; i++) cards[i] = (uint8_t)(i / 4 % 13);
    for (int64_t hand = 0; hand < hands; hand++) {
        if (dealt >= cut) {
            for (int left = count; left > 1;) draw(cards, &left);
            dealt = 1;
        }
        uint8_t own = cards[dealt++], dealers = cards[dealt++];
        if (own > dealers) wins++;
        else if (own < dealers) losses++;
        else {
            dealt += burn;
            own = cards[dealt++];
            dealers = cards[dealt++];
            if (own > dealers) war_wins++;
            else if (own < dealers) war_losses++;
            else tied_wars++;
        }
    }
    return (double)(wins - losses + war_wins - 2 * war_losses + tied_wars);
}

/* War between two: who runs out is out, won cards are shuffled, one number for each swap.
   Returns the battles of all games. */
double war_games(int64_t games, int buried, uint64_t seed) {
    uint8_t pack[52], rings[2][64], pot[64];
    int64_t battles = 0;
    state = seed;
    for (int i = 0; i < 52; i++) pack[i] = (uint8_t)(i / 4);
    for (int64_t game = 0; game < games; game++) {
        int head[2] = {0, 0}, size[2] = {26, 26}, played = 0;
        for (int left = 52; left > 1;) draw(pack, &left);
        for (int i = 0; i < 52; i++) rings[i & 1][i >> 1] = pack[i];
        while (size[0] && size[1] && played < 10000) {
            int laid = 0, winner = -1;
            played++;
            for (int more = 1; winner < 0; more = buried + 1) {
                while (more && size[0] && size[1]) {
                    for (int seat = 0; seat < 2; seat++) {
                        pot[laid++] = rings[seat][head[seat]++ & 63];
                        size[seat]--;
                    }
                    more--;
                }
                if (more && !size[0] && !size[1]) break;
                if (more) winner = size[1] > 0;
                else if (pot[laid - 2] != pot[laid - 1]) winner = pot[laid - 1] > pot[laid - 2];
            }
            if (winner < 0) break;
            for (int left = laid; left > 1;) draw(pot, &left);
            for (int i = 0; i < laid; i++) {
                rings[winner][(head[winner] + size[winner]) & 63] = pot[i];
                size[winner]++;
            }
        }
        battles += played;
    }
    return (double)battles;
}

/* Skyjo at the official settings, uniform random over the legal actions of each step: the yardstick of bench/kernel.py.
 *
 * Plain C, one round after another: the same rules (S1-S9, G1), the same generator and the same order of draws of luck
 * as the compiled kernel, so that both play the same rounds and their sums can be compared.
 *
 *     cc -O3 -o skyjo bench/skyjo.c && ./skyjo SEATS ROUNDS SEED
 *
 * prints rounds, turns, the sum of all scores and the seconds of processor time it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CARDS = 150, CELLS = 12, COLUMNS = 4, SEATS = 8, MAX_TURNS = 1000, NO_FINISHER = -1 };
enum { HIDDEN, VISIBLE, REMOVED };

static uint32_t x, y, z, w;

static uint32_t mix(uint32_t word)
{
    word = (word ^ word >> 16) * 0x85EBCA6Bu;
    word = (word ^ word >> 13) * 0xC2B2AE35u;
    return word ^ word >> 16;
}

static int below(int n)
{
    uint32_t t = x ^ x << 11;
    x = y;
    y = z;
    z = w;
    w = w ^ w >> 19 ^ t ^ t >> 8;
    return (int)((uint64_t)w * (uint64_t)n >> 32);
}

static void stream(uint64_t number, uint64_t index)
{
    x = mix(0x9E3779B9u ^ (uint32_t)number);
    y = mix(x ^ (uint32_t)(number >> 32));
    z = mix(y ^ (uint32_t)index);
    w = mix(z ^ (uint32_t)(index >> 32)) | 1;
    for (int i = 0; i < 4; i++)
        below(2);
}

static int8_t deck[CARDS], pile[CARDS], discard[CARDS];
static int8_t value[SEATS][CELLS], status[SEATS][CELLS], hidden[SEATS];
static int seats, pile_next, pile_size, discard_size;

static void shuffled(const int8_t *from, int8_t *to, int n)
{
    static int16_t order[CARDS];
    for (int place = 0; place < n; place++) {
        int other = below(place + 1);
        order[place] = order[other];
        order[other] = (int16_t)place;
    }
    for (int place = 0; place < n; place++)
        to[place] = from[order[place]];
}

static int sum(int seat)
{
    int total = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (status[seat][cell] == VISIBLE)
            total += value[seat][cell];
    return total;
}

/* S6: three visible equal cards in a column go to the discard pile. */
static void settle(int seat, int cell)
{
    int top = cell % COLUMNS, middle = top + COLUMNS, low = middle + COLUMNS;
    int8_t card = value[seat][cell];
    if (status[seat][top] != VISIBLE || status[seat][middle] != VISIBLE || status[seat][low] != VISIBLE)
        return;
    if (value[seat][top] != card || value[seat][middle] != card || value[seat][low] != card)
        return;
    for (int i = 0; i < 3; i++)
        discard[discard_size++] = card;
    value[seat][top] = value[seat][middle] = value[seat][low] = 0;
    status[seat][top] = status[seat][middle] = status[seat][low] = REMOVED;
}

static void show(int seat, int cell)
{
    if (status[seat][cell] == HIDDEN) {
        status[seat][cell] = VISIBLE;
        hidden[seat]--;
    }
    settle(seat, cell);
}

static void turn_hidden(int seat)
{
    int cells[CELLS], n = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (status[seat][cell] == HIDDEN)
            cells[n++] = cell;
    show(seat, cells[below(n)]);
}

static void swap(int seat, int cell, int8_t card)
{
    discard[discard_size++] = value[seat][cell];
    value[seat][cell] = card;
    show(seat, cell);
}

static int first_seat(void)
{
    int best = -1, best_sum = 0, best_single = 0;
    for (int seat = 0; seat < seats; seat++) {
        int total = 0, single = -99;
        for (int cell = 0; cell < CELLS; cell++)
            if (status[seat][cell] == VISIBLE) {
                total += value[seat][cell];
                if (value[seat][cell] > single)
                    single = value[seat][cell];
            }
        if (best < 0 || total > best_sum || (total == best_sum && single > best_single)) {
            best = seat;
            best_sum = total;
            best_single = single;
        }
    }
    return best;
}

static void play_turn(int seat)
{
    int cells[CELLS], n = 0;
    if (below(2) == 1) { /* take the discard */
        int8_t card = discard[--discard_size];
        for (int cell = 0; cell < CELLS; cell++)
            if (status[seat][cell] != REMOVED)
                cells[n++] = cell;
        swap(seat, cells[below(n)], card);
        return;
    }
    if (pile_next == pile_size) { /* S11 */
        int8_t top = discard[discard_size - 1];
        shuffled(discard, pile, discard_size - 1);
        pile_next = 0;
        pile_size = discard_size - 1;
        discard[0] = top;
        discard_size = 1;
    }
    int8_t card = pile[pile_next++];
    for (int cell = 0; cell < CELLS; cell++)
        if (status[seat][cell] != REMOVED)
            cells[n++] = cell;
    int choice = below(n + 1);
    if (choice == 0) {
        discard[discard_size++] = card;
        turn_hidden(seat);
    } else {
        swap(seat, cells[choice - 1], card);
    }
}

static int play_round(int *scores)
{
    shuffled(deck, pile, CARDS);
    int place = 0;
    for (int seat = 0; seat < seats; seat++) {
        hidden[seat] = CELLS;
        for (int cell = 0; cell < CELLS; cell++) {
            value[seat][cell] = pile[place++];
            status[seat][cell] = HIDDEN;
        }
    }
    discard[0] = pile[place++];
    discard_size = 1;
    pile_next = place;
    pile_size = CARDS;
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < 2; i++)
            turn_hidden(seat);

    int turns = 0, finisher = NO_FINISHER, left = seats, turn = first_seat();
    for (;;) {
        play_turn(turn);
        turns++;
        if (finisher != NO_FINISHER) {
            if (--left == 0)
                break;
        } else if (hidden[turn] == 0) { /* S8 */
            finisher = turn;
            left = seats - 1;
        }
        if (turns >= MAX_TURNS) { /* G1 */
            finisher = NO_FINISHER;
            break;
        }
        turn = turn + 1 == seats ? 0 : turn + 1;
    }

    for (int seat = 0; seat < seats; seat++) {
        if (hidden[seat] > 0)
            for (int top = 0; top < COLUMNS; top++) {
                int cells[3] = {top, top + COLUMNS, top + 2 * COLUMNS};
                int8_t card = value[seat][top];
                int gone = status[seat][top] != REMOVED && value[seat][cells[1]] == card
                    && value[seat][cells[2]] == card;
                for (int i = 0; i < 3; i++) {
                    int8_t *state = &status[seat][cells[i]];
                    *state = gone || *state == REMOVED ? REMOVED : VISIBLE;
                }
            }
        scores[seat] = sum(seat);
    }
    if (finisher != NO_FINISHER) { /* S9 */
        int lowest = 1 << 15;
        for (int seat = 0; seat < seats; seat++)
            if (seat != finisher && scores[seat] < lowest)
                lowest = scores[seat];
        if (scores[finisher] >= lowest && scores[finisher] > 0)
            scores[finisher] *= 2;
    }
    return turns;
}

int main(int count, char **words)
{
    if (count != 4) {
        fprintf(stderr, "usage: %s SEATS ROUNDS SEED\n", words[0]);
        return 2;
    }
    seats = atoi(words[1]);
    long rounds = atol(words[2]), turns = 0, total = 0;
    unsigned long seed = strtoul(words[3], NULL, 10);
    for (int i = 0; i < CARDS; i++)
        deck[i] = (int8_t)(i >= 30 ? (i - 30) / 10 + 1 : i >= 15 ? 0 : i >= 5 ? -1 : -2);
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long index = 0; index < rounds; index++) {
        int scores[SEATS];
        stream(seed, (uint64_t)index);
        turns += play_round(scores);
        for (int seat = 0; seat < seats; seat++)
            total += scores[seat];
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("%ld %ld %ld %.6f\n", rounds, turns, total, seconds);
    return 0;
}

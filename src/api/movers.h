/* movers.h - the nodes that move most in a mode. */
#pragma once
#include "base/text.h"

enum { MOVERS_SHOWN = 3 };

typedef struct {
    int n;
    struct {
        double moves;
        unsigned label;
    } entries[MOVERS_SHOWN]; /* in order of decreasing movement */
} movers;

void movers_add(movers *movers, unsigned label, double moves);
/* Writes "5 (100 %), 4 (87 %)" and ends the line; nodes below a hundredth of the first are omitted. */
void movers_put(const movers *movers, text *to);

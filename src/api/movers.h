/* movers.h - the nodes that move most in a mode. */
#pragma once
#include "base/text.h"

enum { MOVERS_SHOWN = 3 };

typedef struct {
    int n;
    struct {
        double moves;
        unsigned label;
    } entries[MOVERS_SHOWN]; /* the one that moves most first */
} movers;

void movers_add(movers *movers, unsigned label, double moves);
/* "5 (100 %), 4 (87 %)" and the end of the line; those below a hundredth of the first are left out. */
void movers_put(const movers *movers, text *to);

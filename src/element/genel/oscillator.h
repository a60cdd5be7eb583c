/* oscillator.h - a mass with a damper and a spring, two unknowns of the element it belongs to.
 *
 *     x' - v = 0
 *     m v' + d v + k x - f(t) = 0                                                                                  */
#pragma once
#include "contract/drive.h"
#include "contract/element.h"

typedef struct {
    double m, d, k;
    const drive *f; /* NULL: none */
} oscillator;

/* Its rows and columns are those of the own unknowns from `at` on, which are all that the element has. */
void oscillator_rows(int n, const state *s, const elem *e, const oscillator *p, int at, local *out);
/* For elements that touch no node. */
void oscillator_connect(const elem *e, layout *l);

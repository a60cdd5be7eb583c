/* line.h - inline joints: a point of node 2 stays on a line of node 1, axis 1 of its hinge.
 *
 *     e2 . (p2 - p1) = 0,  e3 . (p2 - p1) = 0        multipliers l1, l2
 *     node 1: l1 e2 + l2 e3 at p2                    node 2: the opposite
 *
 * It is a total joint whose axes 1, 2, 3 are e2, e3, e1. */
#pragma once
#include "element/joint/total.h"

enum { LINE_NODE_1 = 0, LINE_NODE_2 = 6, LINE_INTERNAL = 12 };

/* node1 , NODE [ , offset , F ] [ , { hinge | orientation } , R ] , node2 , NODE [ , offset , F ] */
void read_line(reader *reader, elem *element);
/* Appends `more` internal unknowns of the given kind to the multipliers. */
void line_set(elem *element, arena *memory, int more, internal_kind kind);
void sample_line(sampler *from, elem *element);

typedef struct {
    jet_side side[2];
    jet3 axis, arm; /* e1; p2 - x1 */
    jet1 normal;    /* hypot(l1, l2) */
} line_work;

void line_begin(int n, const state *state, const elem *element, line_work *work);
/* v: velocity of p2 along the line relative to node 1. */
void line_speed(int lanes, const line_work *work, jet1 *v);

/* Writes the label, l1 and l2. */
void line_record(const state *state, const elem *element, record *out);

void line_describe(internal_words *words); /* the multipliers */

#define LINE_SLOTS                                                           \
    .card = &elem_cards[CARD_USER_DEFINED], .history = &(const elem_history) \
    {                                                                        \
        .memory = sizeof(total_memory), .begin = total_begin                 \
    }

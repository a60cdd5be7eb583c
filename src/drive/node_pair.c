/* node_pair.c - reading of drives that compare two nodes. */
#include "drive/node_pair.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

void read_pair_end(reader *r, pair_end *p, const char *word, const char *option)
{
    const char *const words[] = {word, NULL};
    *p = (pair_end){.H = MAT3_EYE};
    read_choice(r, words, word);
    p->node = read_structural_node(r, word);
    const frame_context c = {.own = p->node ? p->node->initial : NULL};
    if (!read_keyword(r, option))
        return;
    if (strcmp(option, "offset") == 0)
        p->o = read_position_rel(r, &c, "offset");
    else
        p->H = read_orientation_rel(r, &c, "orientation");
}

/* node_pair.c - reading of drives that compare two nodes. */
#include "drive/node_pair.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

void read_pair_end(reader *reader, pair_end *p, const char *word, const char *option)
{
    const char *const words[] = {word, NULL};
    *p = (pair_end){.H = MAT3_EYE};
    read_choice(reader, words, word);
    p->node = read_structural_node(reader, word);
    const frame_context context = {.node_frame = p->node ? p->node->initial : NULL};
    if (!read_keyword(reader, option))
        return;
    if (strcmp(option, "offset") == 0)
        p->o = read_position_rel(reader, &context, "offset");
    else
        p->H = read_orientation_rel(reader, &context, "orientation");
}

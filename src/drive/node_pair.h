/* node_pair.h - drives that compare the motion of two nodes: node1, NODE ..., node2, NODE ... */
#pragma once
#include "contract/drive.h"
#include "contract/frame.h"

typedef struct {
    const node *node;
    vec3 o; /* offset, in the frame of the node */
    mat3 H; /* orientation, relative to the node */
} pair_end;

/* Reads the keyword (`node1`), the label and one option, `offset` or `orientation`. */
void read_pair_end(reader *reader, pair_end *p, const char *word, const char *option);

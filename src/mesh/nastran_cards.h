/* nastran_cards.h - NASTRAN cards: their fields, and their conversion to a mesh. */
#pragma once
#include "mesh/mesh.h"
#include "mesh/scan.h"

typedef struct {
    span name;
    ARRAY(span) fields; /* after the name, from 0 */
} nastran_card;

void nastran_take(mesh *mesh, const scanner *scanner, const nastran_card *card);

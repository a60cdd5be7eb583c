/* nastran_cards.h - cards of NASTRAN: their fields, and what a mesh takes from them. */
#pragma once
#include "mesh/mesh.h"
#include "mesh/scan.h"

typedef struct {
    span name;
    ARRAY(span) fields; /* behind the name, from 0 */
} nastran_card;

void nastran_take(mesh *mesh, const scanner *scanner, const nastran_card *card);

/* bind.c - ties a parameter node to a datum of an element; no equations.
 *
 *     element          value = datum NAME or number INDEX of the element
 *     beam strain gage value = e_x + z k_y - y k_z at evaluation point INDEX of a beam                          */
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/data_hint.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"
#include "node/parameter.h"
#include <stdio.h>

static void no_datum(reader *r, const elem *e, const char *name)
{
    read_error_last(r, E_NO_DATUM, e->type->card->name, e->label, name);
    hint_elem_data(reader_diag(r), e, name);
}

static int read_datum(reader *r, const elem *e)
{
    if (read_keyword(r, "string") || read_keyword(r, "name")) {
        const char *name = read_string(r, "name of the datum");
        const int index = e && read_ok(r) ? elem_private_index(e, name) : 0;
        if (e && read_ok(r) && index == 0)
            no_datum(r, e, name);
        return index;
    }
    read_keyword(r, "index");
    const int index = read_integer_in(r, 1, INT_MAX, "number of the datum");
    if (e && read_ok(r) && !elem_has_private(e, index)) {
        read_error_last(r, E_DATUM_INDEX, e->type->card->name, e->label, index);
        hint_elem_data(reader_diag(r), e, NULL);
    }
    return index;
}

/* Axial strain and the two curvatures at an evaluation point, by their names "pI.ex", "pII.ky" ... */
static void bind_gage(reader *r, parameter *p, const elem *e)
{
    static const char *const POINTS[] = {"pI", "pII", "pIII"}, *const DATA[] = {"ex", "ky", "kz"};
    const int point = read_integer_in(r, 1, 3, "evaluation point") - 1;
    for (int k = 0; k < 3 && read_ok(r); k++) {
        char name[16];
        snprintf(name, sizeof name, "%s.%s", POINTS[point], DATA[k]);
        p->index[k] = elem_private_index(e, name);
        if (p->index[k] == 0)
            no_datum(r, e, name);
    }
}

static const elem *read_element(reader *r)
{
    const unsigned label = read_label(r, "label of the element");
    const char *word = read_peek_word(r);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card && read_ok(r))
        read_error(r, E_ELEMENT_CLASS, read_place(r), read_shown(r));
    const elem *e = card ? read_known_elem(r, card, label) : NULL;
    if (read_ok(r) && !e)
        read_error_last(r, E_NO_ELEMENT, card->name, label);
    else if (read_ok(r) && !e->type->private_value)
        read_error_last(r, E_NO_PRIVATE_DATA, card->name, label);
    if (!read_ok(r))
        return NULL;
    read_skip(r);
    return e;
}

static void bind_read(reader *r, elem *self)
{
    (void)self;
    const elem *e = read_element(r);
    const node *n = read_node(r, "parameter", "parameter node");
    if (!e || !n)
        return;
    parameter *p = n->self;
    if (p->kind != PARAMETER_ELEMENT && p->kind != PARAMETER_STRAIN_GAGE)
        read_error_last(r, E_NOT_BOUND, n->label);
    else if (p->kind == PARAMETER_STRAIN_GAGE)
        bind_gage(r, p, e);
    else
        p->index[0] = read_datum(r, e);
    p->e = e;
}

static void bind_sample(sampler *from, elem *e) { (void)from, (void)e; }

const elem_type bind_type = {
    .card = &elem_cards[CARD_BIND],
    .grammar =
        "bind: LABEL, ELEMENT TYPE, PARAMETER NODE, { [index,] N | { string | name }, \"NAME\" | EVALUATION POINT }",
    .summary = "Binds a parameter node to private data of an element.",
    .size = 1,
    .read = bind_read,
    .sample = bind_sample,
};

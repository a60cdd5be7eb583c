/* bind.c - binds a parameter node to private data of an element; no equations.
 *
 *     element          value = private data NAME or number INDEX of the element
 *     beam strain gage value = e_x + z k_y - y k_z at evaluation point INDEX of a beam */
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/data_hint.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"
#include "node/parameter.h"
#include <stdio.h>

static void no_datum(reader *reader, const elem *element, const char *name)
{
    read_error_last(reader, E_NO_DATUM, element->type->card->name, element->label, name);
    hint_elem_data(reader_diag(reader), element, name);
}

static int read_datum(reader *reader, const elem *element)
{
    if (read_keyword(reader, "string") || read_keyword(reader, "name")) {
        const char *name = read_string(reader, "name of the datum");
        const int index = element && read_ok(reader) ? elem_private_index(element, name) : 0;
        if (element && read_ok(reader) && index == 0)
            no_datum(reader, element, name);
        return index;
    }
    read_keyword(reader, "index");
    const int index = read_integer_in(reader, 1, INT_MAX, "number of the datum");
    if (element && read_ok(reader) && !elem_has_private(element, index)) {
        read_error_last(reader, E_DATUM_INDEX, element->type->card->name, element->label, index);
        hint_elem_data(reader_diag(reader), element, NULL);
    }
    return index;
}

/* Binds axial strain and the two curvatures at an evaluation point by their names "pI.ex", "pII.ky" ...; "ex" ... of
 * an element with one point, which is the first. */
static void bind_gage(reader *reader, parameter *parameter, const elem *element)
{
    static const char *const POINTS[] = {"pI.", "pII.", "pIII."}, *const DATA[] = {"ex", "ky", "kz"};
    const int point = read_integer_in(reader, 1, 3, "evaluation point") - 1;
    const char *prefix = read_ok(reader) && (point > 0 || elem_private_index(element, "ex") == 0) ? POINTS[point] : "";
    for (int k = 0; k < 3 && read_ok(reader); k++) {
        char name[16];
        snprintf(name, sizeof name, "%s%s", prefix, DATA[k]);
        parameter->index[k] = elem_private_index(element, name);
        if (parameter->index[k] == 0)
            no_datum(reader, element, name);
    }
}

static const elem *read_element(reader *reader)
{
    const unsigned label = read_elem_label(reader);
    const char *word = read_peek_word(reader);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card && read_ok(reader))
        read_error(reader, E_ELEMENT_CLASS, read_place(reader), read_shown(reader));
    const elem *element = card ? read_known_elem(reader, card, label) : NULL;
    if (read_ok(reader) && !element)
        read_error_last(reader, E_NO_ELEMENT, card->name, label);
    else if (read_ok(reader) && !element->type->private_value)
        read_error_last(reader, E_NO_PRIVATE_DATA, card->name, label);
    if (!read_ok(reader))
        return NULL;
    read_skip(reader);
    return element;
}

static void bind_read(reader *reader, elem *self)
{
    (void)self;
    const elem *element = read_element(reader);
    const node *node = read_node(reader, "parameter", "parameter node");
    if (!element || !node)
        return;
    parameter *parameter = node->self;
    if (parameter->kind != PARAMETER_ELEMENT && parameter->kind != PARAMETER_STRAIN_GAGE)
        read_error_last(reader, E_NOT_BOUND, node->label);
    else if (parameter->kind == PARAMETER_STRAIN_GAGE)
        bind_gage(reader, parameter, element);
    else
        parameter->index[0] = read_datum(reader, element);
    parameter->element = element;
}

static void bind_sample(sampler *from, elem *element) { (void)from, (void)element; }

const elem_type bind_type = {
    .card = &elem_cards[CARD_BIND],
    .grammar =
        "bind: [LABEL,] ELEMENT TYPE, PARAMETER NODE, { [index,] N | { string | name }, \"NAME\" | EVALUATION POINT }",
    .summary = "Binds a parameter node to private data of an element; gravity and air properties need no label.",
    .size = 1,
    .read = bind_read,
    .sample = bind_sample,
};

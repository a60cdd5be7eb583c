/* element.c - the classes and cards of elements, look-up of private data, the drawing of types without one. */
#include "contract/element.h"
#include "base/words.h"
#include "contract/diag_rows.h"
#include "contract/layout.h"
#include <string.h>

const elem_class elem_classes[CLASS_COUNT] = {
#define ELEMENT_CLASS(id, ...) {__VA_ARGS__},
#define ELEMENT_CARD(id, ...)
#include "contract/element_classes.def"
#undef ELEMENT_CLASS
#undef ELEMENT_CARD
};

const elem_card elem_cards[CARD_COUNT] = {
#define ELEMENT_CLASS(...)
#define ELEMENT_CARD(id, name, class, level) {name, &elem_classes[CLASS_##class], level},
#include "contract/element_classes.def"
#undef ELEMENT_CLASS
#undef ELEMENT_CARD
};

const elem_card *elem_card_find(const char *name)
{
    for (int i = 0; i < CARD_COUNT; i++)
        if ((elem_cards[i].name[0] | 32) == (name[0] | 32) && words_equal(elem_cards[i].name, name))
            return &elem_cards[i];
    return NULL;
}

/* Lines between all the nodes: those of an element with many have the first in common. */
static void draw_nodes(const elem *e, const layout *l, drawing *d)
{
    const int n = l->nodes.n;
    for (int i = 1; i < n; i++) {
        const node *from = l->nodes.items[n > 3 ? 0 : i - 1];
        const draw_tie ends[] = {draw_at(from, (vec3){0, 0, 0}, NULL),
                                 draw_at(l->nodes.items[i], (vec3){0, 0, 0}, NULL)};
        draw_line(d, ends, 2);
    }
    if (n > 0 && e->type->drawing && e->type->drawing->symbol)
        draw_mark(d, e->type->drawing->symbol, draw_at(l->nodes.items[n - 1], (vec3){0, 0, 0}, NULL));
}

void elem_draw(const elem *e, drawing *d)
{
    if (e->type->drawing && e->type->drawing->draw) {
        e->type->drawing->draw(e, d);
        return;
    }
    layout l = {0};
    layout_begin(&l, e);
    if (e->type->connect)
        e->type->connect(e, &l);
    draw_nodes(e, &l, d);
    layout_free(&l);
}

const node *const *elem_axis(const elem *e, int n)
{
    int found = 0;
    if (!e || !e->type->geometry || !e->type->geometry->axis)
        return NULL;
    const node *const *nodes = e->type->geometry->axis(e, &found);
    return found == n ? nodes : NULL;
}

const char *const *elem_private_names(const elem *e)
{
    return e->private_names ? e->private_names : e->type->private_names;
}

bool elem_has_private(const elem *e, int index)
{
    if (index < 1 || e->type->has_private)
        return index >= 1 && e->type->has_private(e, index);
    int n = 0;
    while (e->type->private_names && e->type->private_names[n])
        n++;
    return index <= n;
}

int elem_private_index(const elem *e, const char *name)
{
    if (e->type->private_index)
        return e->type->private_index(e, name);
    for (int i = 0; e->type->private_names && e->type->private_names[i]; i++)
        if (strcmp(e->type->private_names[i], name) == 0)
            return i + 1;
    return 0;
}

/* element.c - classes and cards of elements, look-up of private data, default drawing. */
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

/* Draws lines between consecutive nodes; if there are more than three, from the first node to each of the others. */
static void draw_nodes(const elem *element, const layout *layout, drawing *drawing)
{
    const int n = layout->nodes.n;
    for (int i = 1; i < n; i++) {
        const node *from = layout->nodes.items[n > 3 ? 0 : i - 1];
        const draw_tie ends[] = {draw_at(from, (vec3){0, 0, 0}, NULL),
                                 draw_at(layout->nodes.items[i], (vec3){0, 0, 0}, NULL)};
        draw_line(drawing, ends, 2);
    }
    if (n > 0 && element->type->drawing && element->type->drawing->symbol)
        draw_mark(drawing, element->type->drawing->symbol, draw_at(layout->nodes.items[n - 1], (vec3){0, 0, 0}, NULL));
}

void elem_draw(const elem *element, drawing *drawing)
{
    if (element->type->drawing && element->type->drawing->draw) {
        element->type->drawing->draw(element, drawing);
        return;
    }
    layout layout = {0};
    layout_begin(&layout, element);
    if (element->type->connect)
        element->type->connect(element, &layout);
    draw_nodes(element, &layout, drawing);
    layout_free(&layout);
}

const node *const *elem_axis(const elem *element, int n)
{
    int found = 0;
    if (!element || !element->type->geometry || !element->type->geometry->axis)
        return NULL;
    const node *const *nodes = element->type->geometry->axis(element, &found);
    return found == n ? nodes : NULL;
}

const char *const *elem_private_names(const elem *element)
{
    return element->private_names ? element->private_names : element->type->private_names;
}

bool elem_has_private(const elem *element, int index)
{
    if (index < 1 || element->type->has_private)
        return index >= 1 && element->type->has_private(element, index);
    int n = 0;
    while (element->type->private_names && element->type->private_names[n])
        n++;
    return index <= n;
}

int elem_private_index(const elem *element, const char *name)
{
    if (element->type->private_index)
        return element->type->private_index(element, name);
    for (int i = 0; element->type->private_names && element->type->private_names[i]; i++)
        if (strcmp(element->type->private_names[i], name) == 0)
            return i + 1;
    return 0;
}

/* element.c - the classes and cards of elements, and look-up of private data. */
#include "contract/element.h"
#include "base/words.h"
#include "contract/diag_rows.h"
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

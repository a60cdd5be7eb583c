/* integrators.c - the table of integration methods, their alternative keywords, and the `method` card. */
#include "base/array.h"
#include "base/nearest.h"
#include "base/words.h"
#include "contract/diag_rows.h"
#include "integrator/integrator.h"

#define INTEGRATOR(name) extern const integrator_type integrator_##name##_type;
#include "integrator/integrators.def"
#undef INTEGRATOR

const integrator_type *const integrator_types[] = {
#define INTEGRATOR(name) &integrator_##name##_type,
#include "integrator/integrators.def"
#undef INTEGRATOR
};
const int integrator_type_count = ARRAY_LEN(integrator_types);

static const struct {
    const char *alias, *means;
} ALIASES[] = {{"crank nicholson", "crank nicolson"}, {"ms", "ms2"}, {"nostro", "ms2"}};

const integrator_type *integrator_type_find(const char *keyword)
{
    for (int i = 0; i < ARRAY_LEN(ALIASES); i++)
        if (words_equal(ALIASES[i].alias, keyword))
            keyword = ALIASES[i].means;
    for (int i = 0; i < integrator_type_count; i++)
        if (words_equal(integrator_types[i]->keyword, keyword))
            return integrator_types[i];
    return NULL;
}

integrator integrator_default(arena *memory)
{
    const integrator_type *type = integrator_type_find("ms2");
    return (integrator){.type = type, .self = arena_alloc(memory, type->size)};
}

integrator integrator_accurate(void) { return (integrator){.type = integrator_type_find("radau")}; }

/* word: NULL if there is no keyword. */
static void unknown_method(reader *reader, const char *word)
{
    const char *words[64] = {NULL};
    int n = 0;
    for (int i = 0; i < integrator_type_count; i++)
        words[n++] = integrator_types[i]->keyword;
    for (int i = 0; i < ARRAY_LEN(ALIASES); i++)
        words[n++] = ALIASES[i].alias;
    if (!word) {
        read_choice(reader, words, "integration method");
        diag_hint(reader_diag(reader), "write a comma between the name and the radius: 'method: ms, 0.6;'");
        return;
    }
    read_error(reader, E_UNKNOWN_METHOD, read_place(reader), word);
    const char *near = nearest_word(word, words, n);
    if (near)
        diag_hint(reader_diag(reader), "did you mean '%s'?", near);
}

integrator read_method(reader *reader)
{
    const char *word = read_peek_word(reader);
    const integrator_type *type = word ? integrator_type_find(word) : NULL;
    if (!type) {
        unknown_method(reader, word);
        return integrator_default(reader_arena(reader));
    }
    read_skip(reader);
    reader_set_help(reader, type->grammar);
    integrator integrator = {.type = type, .self = arena_alloc(reader_arena(reader), type->size + 1)};
    if (type->read)
        type->read(reader, integrator.self);
    return integrator;
}

/* reader_world.h - a reader over a text, with what it reports and prints collected as text. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "deck/reader.h"
#include <string.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    reader *r;
    char said[20000];    /* diagnostics, rendered */
    char printed[20000]; /* by remark and print symbol table */
} world;

static inline void world_say(void *to, const diag *d, const diag_message *m)
{
    world *w = to;
    const size_t used = strlen(w->said);
    diag_render(d, m, w->said + used, sizeof w->said - used);
}

static inline void world_print(void *to, const char *text)
{
    world *w = to;
    strncat(w->printed, text, sizeof w->printed - strlen(w->printed) - 1);
}

static inline int world_create(void **state)
{
    world *w = test_calloc(1, sizeof *w);
    w->memory = arena_create();
    w->texts = sources_create();
    w->errors = diag_create(w->texts);
    w->names = symbols_create(w->memory);
    w->r = reader_create(w->memory, w->texts, w->errors, w->names, w);
    diag_set_sink(w->errors, world_say, w);
    reader_set_print(w->r, world_print, w);
    *state = w;
    return 0;
}

static inline int world_destroy(void **state)
{
    world *w = *state;
    reader_destroy(w->r);
    symbols_destroy(w->names);
    diag_destroy(w->errors);
    sources_destroy(w->texts);
    arena_destroy(w->memory);
    test_free(w);
    return 0;
}

/* Opens a text called "deck". */
static inline reader *world_open(void **state, const char *text)
{
    world *w = *state;
    reader_open_text(w->r, "deck", text, strlen(text));
    return w->r;
}

/* The same, and goes to its first card. */
static inline reader *world_card(void **state, const char *text)
{
    reader *r = world_open(state, text);
    assert_non_null(reader_card(r));
    return r;
}

/* What was reported since the last time. */
static inline const char *world_said(void **state)
{
    static char said[20000];
    world *w = *state;
    diag_flush(w->errors);
    memcpy(said, w->said, sizeof said);
    w->said[0] = '\0';
    return said;
}

#define assert_said(state, text) assert_string_equal(world_said(state), text)
#define assert_said_nothing(state) assert_said(state, "")
#define assert_said_contains(state, part)                 \
    do {                                                  \
        const char *said_ = world_said(state);            \
        if (!strstr(said_, part))                         \
            fail_msg("'%s' is not in:\n%s", part, said_); \
    } while (0)

#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, world_create, world_destroy)

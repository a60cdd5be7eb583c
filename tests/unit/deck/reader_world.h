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
    reader *reader;
    char said[20000];    /* diagnostics, rendered */
    char printed[20000]; /* by remark and print symbol table */
} world;

static inline void world_say(void *to, const diag *diagnostics, const diag_message *message)
{
    world *world = to;
    const size_t used = strlen(world->said);
    diag_render(diagnostics, message, world->said + used, sizeof world->said - used);
}

static inline void world_print(void *to, const char *text)
{
    world *world = to;
    strncat(world->printed, text, sizeof world->printed - strlen(world->printed) - 1);
}

static inline int world_create(void **state)
{
    world *world = test_calloc(1, sizeof *world);
    world->memory = arena_create();
    world->texts = sources_create();
    world->errors = diag_create(world->texts);
    world->names = symbols_create(world->memory);
    world->reader = reader_create(world->memory, world->texts, world->errors, world->names, world);
    diag_set_sink(world->errors, world_say, world);
    reader_set_print(world->reader, world_print, world);
    *state = world;
    return 0;
}

static inline int world_destroy(void **state)
{
    world *world = *state;
    reader_destroy(world->reader);
    symbols_destroy(world->names);
    diag_destroy(world->errors);
    sources_destroy(world->texts);
    arena_destroy(world->memory);
    test_free(world);
    return 0;
}

/* Opens a text called "deck". */
static inline reader *world_open(void **state, const char *text)
{
    world *world = *state;
    reader_open_text(world->reader, "deck", text, strlen(text));
    return world->reader;
}

/* The same, and goes to its first card. */
static inline reader *world_card(void **state, const char *text)
{
    reader *reader = world_open(state, text);
    assert_non_null(reader_card(reader));
    return reader;
}

/* What was reported since the last time. */
static inline const char *world_said(void **state)
{
    static char said[20000];
    world *world = *state;
    diag_flush(world->errors);
    memcpy(said, world->said, sizeof said);
    world->said[0] = '\0';
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

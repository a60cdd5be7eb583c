/* fuzz.h - what every fuzz target needs: texts, messages that are rendered and thrown away, and symbols. */
#pragma once
#include "base/arena.h"
#include "base/diag.h"
#include "deck/symbols.h"
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
} fuzz_world;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Messages are rendered as for a user, into a buffer that may be too small. */
static inline void fuzz_sink(void *to, const diag *diagnostics, const diag_message *message)
{
    (void)to;
    char shown[256];
    diag_render(diagnostics, message, shown, sizeof shown);
}

static inline fuzz_world fuzz_begin(void)
{
    fuzz_world fuzz_world = {.memory = arena_create(), .texts = sources_create()};
    fuzz_world.errors = diag_create(fuzz_world.texts);
    diag_set_sink(fuzz_world.errors, fuzz_sink, NULL);
    fuzz_world.names = symbols_create(fuzz_world.memory);
    static const char *const names[] = {"Time", "Var", "x"};
    for (int i = 0; i < 3; i++) {
        symbol *symbol =
            symbols_declare(fuzz_world.names, names[i], i < 2 ? 3 + (i == 0) : 1, TYPE_REAL, (source_location){0});
        if (symbol)
            symbol->now = value_real(0.25);
    }
    return fuzz_world;
}

static inline void fuzz_end(fuzz_world *fuzz_world)
{
    diag_flush(fuzz_world->errors);
    symbols_destroy(fuzz_world->names);
    diag_destroy(fuzz_world->errors);
    sources_destroy(fuzz_world->texts);
    arena_destroy(fuzz_world->memory);
}

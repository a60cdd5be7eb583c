/* memory.h - what instances of types remember from step to step: bytes of the solution, never of the model.
 *
 * A type says how much an instance needs and how it begins. The plan belongs to the model: it gives each instance its
 * place in one block, which every solution has for itself. Memory is plain data without pointers, so that copying the
 * block copies it all, and flags are int: any byte that a file may hold is one. Equations read it through the state
 * (remembered); only the slots that begin, predict and accept a step are handed a memory to write to (memory_at). */
#pragma once
#include "base/array.h"
#include "contract/state.h"

/* How the memory of an instance begins, zeroed beforehand; and whether bytes that were loaded can be used: numbers that
 * serve as an index or a choice are within their limits. */
typedef void memory_begin(const void *self, void *memory);
typedef bool memory_valid(const void *self, const void *memory);

enum { MEMORY_NONE = -1 };

typedef struct {
    int offset; /* in units of eight bytes */
    size_t size;
    const void *self;
    memory_begin *begin; /* NULL: with zeros */
    memory_valid *valid; /* NULL: always */
    const char *owner;   /* "joint", "drive" ... and keyword and label of the instance, for messages */
    const char *keyword;
    unsigned label;
    const struct elem *within; /* the element that it is part of; NULL: of none */
} memory_area;

typedef struct {
    ARRAY(memory_area) areas;
    int size;            /* in units of eight bytes */
    ARRAY(double) first; /* what everything begins with, for whoever asks while the deck is read */
    int n_begun;         /* areas that are in it */
} memory_plan;

/* Gives the area its place, which is returned; MEMORY_NONE for an area without bytes. */
int memory_reserve(memory_plan *plan, memory_area area);
/* Areas from the given one on are part of the element, save those of elements within it. */
void memory_belongs(memory_plan *plan, int first, const struct elem *element);
void memory_plan_free(memory_plan *plan);
/* Fills a block with what everything begins with. */
void memory_start(const memory_plan *plan, memory_block *memory);
/* The same for what was planned so far; valid until more is. */
const memory_block *memory_first(memory_plan *plan);

static inline void *memory_at(memory_block *memory, int at) { return (double *)memory + at; }
static inline const void *remembered(const state *state, int at) { return (const double *)state->memory + at; }

/* fuzz_whole.c - whole decks, beginning with those of MBDyn cases, changed in ways that leave them decks. */
#include "fuzz/mutate.h"
#include "fuzz/whole_deck.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_deck(data, size, 300);
    return 0;
}

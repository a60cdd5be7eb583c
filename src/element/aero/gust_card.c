/* gust_card.c - a gust added to the air of the model; no equations. */
#include "element/aero/air.h"
#include "element/aero/gust.h"
#include "element/diag_rows.h"
#include "contract/sampler.h"
#include "model/model.h"

static void gust_card_read(reader *reader, elem *element)
{
    (void)element;
    const elem *air = model_of(reader)->air;
    const source_location location = read_place(reader);
    gust *gust = read_gust(reader);
    if (!air && read_ok(reader))
        read_error(reader, E_NO_AIR, location);
    if (read_ok(reader))
        air_add_gust(reader, air, gust);
}

static void gust_card_sample(sampler *from, elem *element) { (void)from, (void)element; }

const elem_type gust_card_type = {
    .card = &elem_cards[CARD_GUST],
    .grammar = "gust: MODEL, ...",
    .summary = "A gust that is added to the air of the model.",
    .read = gust_card_read,
    .sample = gust_card_sample,
};

/* gust_card.c - a gust that is added to the air of the model; no equations. */
#include "element/aero/air.h"
#include "element/aero/gust.h"
#include "element/diag_rows.h"
#include "contract/sampler.h"
#include "model/model.h"

static void gust_card_read(reader *r, elem *e)
{
    (void)e;
    const elem *air = model_of(r)->air;
    const place where = read_place(r);
    gust *g = read_gust(r);
    if (!air && read_ok(r))
        read_error(r, E_NO_AIR, where);
    if (read_ok(r))
        air_add_gust(r, air, g);
}

static void gust_card_sample(sampler *from, elem *e) { (void)from, (void)e; }

const elem_type gust_card_type = {
    .card = &elem_cards[CARD_GUST],
    .grammar = "gust: MODEL, ...",
    .summary = "A gust that is added to the air of the model.",
    .read = gust_card_read,
    .sample = gust_card_sample,
};

/* damper_gandhi_element.c - the parameters of an elastomeric damper, which the law of the same name uses
 * (damper_gandhi.c). It is an element because the deck declares it by `user defined`.
 *
 * It prints force and rate of the force of the law that names it last. */
#include "law/damper_gandhi.h"
#include "contract/element.h"
#include "contract/sampler.h"
#include "model/reading.h"

static void damper_gandhi_element_read(reader *r, elem *e)
{
    static const char *const WORDS[] = {"c2", "c3", "c4"};
    damper_gandhi *p = e->self;
    p->K = read_not_negative(r, "stiffness of the spring");
    p->C = read_positive(r, "damping of the dashpot");
    p->c[0] = read_positive(r, "c1");
    for (int i = 0; i < 3; i++)
        p->c[i + 1] = read_not_negative(r, WORDS[i]);
}

static void damper_gandhi_element_output_row(const state *s, const elem *e, record *out)
{
    const damper_gandhi *p = e->self;
    damper_gandhi_memory m = {0};
    if (p->shown)
        m = *(const damper_gandhi_memory *)remembered(s, p->shown->memory);
    record_begin_plain(out, e->label);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_real(out, m.F);
    record_name(out, "FP", QUANTITY_NONE, "rate of the force");
    record_real(out, m.Fp);
    record_end(out);
}

static void damper_gandhi_element_sample(sampler *from, elem *e)
{
    *(damper_gandhi *)e->self = (damper_gandhi){.K = 1.0, .C = 1.0, .c = {sample_real(from, 1, 2)}};
}

const elem_type damper_gandhi_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = DAMPER_GANDHI_KEYWORD,
    .grammar = "user defined: LABEL, damper gandhi, STIFFNESS, DAMPING, C1, C2, C3, C4",
    .summary = "The parameters of an elastomeric damper, for the law of the same name.",
    .module = MODULE_DAMPER_GANDHI,
    .size = sizeof(damper_gandhi),
    .read = damper_gandhi_element_read,
    .output = damper_gandhi_element_output_row,
    .sample = damper_gandhi_element_sample,
};

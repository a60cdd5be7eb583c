/* damper_gandhi_element.c - the parameters of an elastomeric damper, which the law of the same name uses
 * (damper_gandhi.c). It is an element because the deck declares it by `user defined`.
 *
 * Its output is the force, and the rate of the force, of the last law that names it. */
#include "law/damper_gandhi.h"
#include "contract/element.h"
#include "contract/sampler.h"
#include "model/reading.h"

static void damper_gandhi_element_read(reader *reader, elem *element)
{
    static const char *const WORDS[] = {"c2", "c3", "c4"};
    damper_gandhi *damper_gandhi = element->self;
    damper_gandhi->K = read_not_negative(reader, "stiffness of the spring");
    damper_gandhi->C = read_positive(reader, "damping of the dashpot");
    damper_gandhi->c[0] = read_positive(reader, "c1");
    for (int i = 0; i < 3; i++)
        damper_gandhi->c[i + 1] = read_not_negative(reader, WORDS[i]);
}

static void damper_gandhi_element_output_row(const state *state, const elem *element, record *out)
{
    const damper_gandhi *damper_gandhi = element->self;
    damper_gandhi_memory memory = {0};
    if (damper_gandhi->shown)
        memory = *(const damper_gandhi_memory *)remembered(state, damper_gandhi->shown->memory);
    record_begin_plain(out, element->label);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_real(out, memory.F);
    record_name(out, "FP", QUANTITY_NONE, "rate of the force");
    record_real(out, memory.Fp);
    record_end(out);
}

static void damper_gandhi_element_sample(sampler *from, elem *element)
{
    *(damper_gandhi *)element->self = (damper_gandhi){.K = 1.0, .C = 1.0, .c = {sample_real(from, 1, 2)}};
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

/* plugin.c - variables bound to the model.
 *
 *     set : [ dof , NAME , LABEL , NODE TYPE [ , INDEX ] , { algebraic | differential }
 *           [ , prev= { true | false } ] ] ;
 *     set : [ node , NAME , LABEL , NODE TYPE , { string= DATUM | index= N } ] ;
 *     set : [ element , NAME , LABEL , ELEMENT TYPE , { string= DATUM | index= N } ] ; */
#include "names/plugin.h"
#include "base/words.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include "names/datum.h"

typedef struct {
    node_dof q;
    bool prev;
} dof_variable;

static double get_dof(void *self, const void *s)
{
    const dof_variable *v = self;
    const state *from = state_to_read(s);
    if (!from || !v->prev)
        return datum_dof(&v->q, from);
    const state before = state_before(from);
    return datum_dof(&v->q, &before);
}

static double get_datum(void *self, const void *s) { return datum_value(self, s, NULL); }

static bool make_dof(model *m, reader *r, live_value *live)
{
    dof_variable *v = ARENA_NEW(m->memory, dof_variable);
    v->q = read_node_dof(r, true, "label of the node");
    if (read_key(r, "prev"))
        v->prev = read_keyword(r, "true") || (!read_keyword(r, "false") && read_bool(r, "prev"));
    *live = (live_value){.get = get_dof, .self = v};
    return read_ok(r);
}

static bool make_datum(reader *r, datum *d, live_value *live)
{
    const bool is_wrong = (d->n || d->e) && d->index == 0;
    *live = (live_value){.get = get_datum, .self = d};
    return read_ok(r) && !is_wrong;
}

static bool make(void *self, reader *r, const char *plugin, live_value *live)
{
    if (words_equal(plugin, "dof"))
        return make_dof(self, r, live);
    if (words_equal(plugin, "node"))
        return make_datum(r, read_node_datum(r, true), live);
    if (words_equal(plugin, "element"))
        return make_datum(r, read_element_datum(r, true), live);
    read_error_last(r, E_PLUGIN, plugin);
    return false;
}

void plugin_set(model *m, reader *r) { reader_set_plugin(r, make, m); }

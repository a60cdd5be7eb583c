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
    node_dof dof;
    bool prev;
} dof_variable;

static double get_dof(void *self, const void *s)
{
    const dof_variable *variable = self;
    const state *from = state_to_read(s);
    if (!from || !variable->prev)
        return datum_dof(&variable->dof, from);
    const state before = state_before(from);
    return datum_dof(&variable->dof, &before);
}

static double get_datum(void *self, const void *s) { return datum_value(self, s, NULL); }

static bool make_dof(model *model, reader *reader, live_value *live)
{
    dof_variable *variable = ARENA_NEW(model->memory, dof_variable);
    variable->dof = read_node_dof(reader, true, "label of the node");
    if (read_key(reader, "prev"))
        variable->prev = read_bool(reader, "prev");
    *live = (live_value){.get = get_dof, .self = variable};
    return read_ok(reader);
}

static bool make_datum(reader *reader, datum *datum, live_value *live)
{
    const bool is_wrong = (datum->node || datum->element) && datum->index == 0;
    *live = (live_value){.get = get_datum, .self = datum};
    return read_ok(reader) && !is_wrong;
}

static bool make(void *self, reader *reader, const char *plugin, live_value *live)
{
    if (words_equal(plugin, "dof"))
        return make_dof(self, reader, live);
    if (words_equal(plugin, "node"))
        return make_datum(reader, read_node_datum(reader, true), live);
    if (words_equal(plugin, "element"))
        return make_datum(reader, read_element_datum(reader, true), live);
    read_error_last(reader, E_PLUGIN, plugin);
    return false;
}

void plugin_set(model *model, reader *reader) { reader_set_plugin(reader, make, model); }

/* abstract_force.c - a number added to the equation of a degree of freedom of any node.
 *
 *     row of the first dof: + f(t)        row of the second: - f(t)
 *
 * The row of a hydraulic node is the sum of outflows: there a positive force removes fluid. */
#include "element/force/abstract_force.h"
#include "model/reading.h"

void read_abstract_force(reader *reader, abstract_force *force, int n)
{
    force->n = n;
    for (int i = 0; i < n; i++)
        force->dof[i] = read_node_dof(reader, false, i == 0 ? "node" : "second node");
    force->drive = read_drive(reader, "force");
}

void abstract_force_connect(const elem *element, layout *layout)
{
    const abstract_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        layout_dof(layout, &force->dof[i]);
    layout_clear(layout);
}

void abstract_force_eval(int lanes, const state *state, const elem *element, local *out)
{
    const abstract_force *force = element->self;
    const double magnitude = drive_now(force->drive, state);
    (void)lanes;
    for (int i = 0; i < force->n; i++)
        out->r[i] += i == 0 ? magnitude : -magnitude;
}

void abstract_force_output(const state *state, const elem *element, record *out)
{
    const abstract_force *force = element->self;
    const double magnitude = drive_now(force->drive, state);
    record_begin_plain(out, element->label);
    record_type(out, force->n == 1 ? "abstract" : "internal abstract");
    for (int i = 0; i < force->n; i++) {
        record_unsigned(out, force->dof[i].node->label);
        if (i == 0)
            record_name(out, "F", QUANTITY_NONE, "force");
        record_real(out, i == 0 ? magnitude : -magnitude);
    }
    record_end(out);
}

void abstract_force_sample(sampler *from, abstract_force *force, int n)
{
    force->n = n;
    for (int i = 0; i < n; i++)
        force->dof[i] = sample_dof(from, i);
    force->drive = sample_drive(from);
}

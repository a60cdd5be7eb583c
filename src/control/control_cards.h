/* control_cards.h - the cards of the control data block; each function reads the arguments of its card. */
#pragma once
#include "control/control.h"

/* Initial assembly, model, checks: control_model.c. */
void read_use_card(reader *reader, control *control);
void read_skip_assembly_card(reader *reader, control *control);
void read_deformable_assembly_card(reader *reader, control *control);
void read_initial_stiffness_card(reader *reader, control *control);
void read_omega_rotates_card(reader *reader, control *control);
void read_tolerance_card(reader *reader, control *control);
void read_max_iterations_card(reader *reader, control *control);
void read_model_card(reader *reader, control *control);
void read_rigid_body_kinematics_card(reader *reader, control *control);
void read_jacobian_check_card(reader *reader, control *control);
void read_loadable_path_card(reader *reader, control *control);
void read_select_timeout_card(reader *reader, control *control);

/* Output: control_output.c. */
void read_title_card(reader *reader, control *control);
void read_print_card(reader *reader, control *control);
void read_restart_card(reader *reader, control *control);
void read_load_restart_card(reader *reader, control *control);
void read_default_output_card(reader *reader, control *control);
void read_default_scale_card(reader *reader, control *control);
void read_default_orientation_card(reader *reader, control *control);
void read_default_beam_output_card(reader *reader, control *control);
void read_default_aerodynamic_output_card(reader *reader, control *control);
void read_output_units_card(reader *reader, control *control);
void read_output_frequency_card(reader *reader, control *control);
void read_output_meter_card(reader *reader, control *control);
void read_output_precision_card(reader *reader, control *control);
void read_output_results_card(reader *reader, control *control);

/* Keywords for kinds of nodes and elements: counters, items of default output, of default scale and of `use`. */
enum { MOST_ENTITIES = 160 };

typedef struct {
    int n;
    const char *word[MOST_ENTITIES + 1]; /* NULL-terminated */
    int node[MOST_ENTITIES];             /* node type, or -1 */
    int class[MOST_ENTITIES];            /* element class, or -1 */
    const char *instead[MOST_ENTITIES];  /* current keyword for an obsolete one */
} entities;

void list_entities(entities *entities);
/* Returns the entity named by the current card, or by a word; -1 if there is none. */
int find_entity(const entities *entities, const char *word);

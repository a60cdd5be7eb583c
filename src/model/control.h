/* control.h - the control data block: options of the model, of the initial assembly and of the output. */
#pragma once
#include "model/drive.h"

/* Rigid body kinematics: the motion of the frame in which the model is written. */
typedef struct {
    bool is_set, by_drives;
    vec3 x, v, w, a, dw; /* position, velocity, angular velocity, acceleration, angular acceleration */
    mat3 R;
    const tpl_drive *x_drive, *R_drive, *v_drive, *w_drive, *a_drive, *dw_drive; /* NULL: constant zero */
} rigid_body_kinematics;

typedef struct {
    const char *title;
    /* initial assembly */
    bool skip_assembly;          /* skip initial joint assembly */
    bool assemble_deformable;    /* initial assembly of deformable and force elements */
    unsigned use_in_assembly;    /* ELEM_* flags of what the `use` card names */
    double position_stiffness, velocity_stiffness;
    bool omega_rotates;
    double assembly_tolerance;
    int assembly_iterations;
    /* model */
    bool is_static;              /* model: static */
    rigid_body_kinematics motion;
    /* output */
    int precision;
    int output_frequency;        /* every so many steps; 1 by default */
    const drive *output_meter;   /* or NULL */
    orientation_kind orientation;
    bool output_all_explicit;    /* default output named something */
    bool reference_frames, drive_callers, accelerations;
    bool *node_output;           /* by node type */
    bool *elem_output;           /* by element class */
    double *node_scale;          /* by node type */
    unsigned beam_output, aero_output; /* custom flags, see the elements */
    bool netcdf, netcdf_sync, no_text;
    const char *netcdf_format;
    /* restart, print, checks */
    int restart_steps;
    double restart_time;
    unsigned print;
    bool print_to_file;
    const drive *jacobian_check; /* finite difference jacobian meter, or NULL */
    double jacobian_check_step;
    double select_timeout;
    /* counters: announced numbers, -1 when not announced */
    int *nodes_announced, *elems_announced;
} control;

enum { PRINT_DOF_STATS = 1, PRINT_DOF = 2, PRINT_EQUATION = 4, PRINT_ELEMENT_CONNECTION = 8, PRINT_NODE_CONNECTION = 16 };

/* Reads the cards between `begin: control data` and its end. */
void read_control_data(reader *r, control *c);

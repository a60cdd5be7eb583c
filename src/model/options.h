/* options.h - the contents of the control data block: options of the model, of the initial assembly and of the
 * output. */
#pragma once
#include "record/columns.h"
#include "contract/drive.h"

/* Rigid body kinematics: the motion of the frame in which the model is written. */
typedef struct {
    bool is_set, by_drives;
    vec3 x, v, w, a, dw; /* position, velocity, angular velocity, acceleration, angular acceleration */
    mat3 R;
    const tpl_drive *x_drive, *R_drive, *v_drive, *w_drive, *a_drive,
        *dw_drive; /* NULL: constant zero; R: rotation vector */
} rigid_body_kinematics;

/* Finite difference jacobian meter: compares the Jacobian matrix with one that is computed in another way. */
typedef struct {
    const drive *when;       /* NULL: never */
    const drive *iterations; /* function of the iteration number; NULL: always */
    bool forward_mode;       /* compare with differences of high order, whatever step and order are */
    double step;
    int order;
    bool matrices, statistics, statistics_iteration;
} jacobian_check;

/* When a restart file is written: every given number of steps, at multiples of a time, at given times, or at the
 * end. */
typedef enum { RESTART_NEVER, RESTART_STEPS, RESTART_TIME, RESTART_TIMES, RESTART_END } restart_when;

typedef struct {
    const char *title; /* or NULL */
    /* initial assembly */
    bool skip_assembly;            /* skip initial joint assembly */
    bool assemble_deformable;      /* initial assembly of deformable and force elements */
    bool *class_in_assembly;       /* element classes named by the `use` card */
    const char *loads_in_assembly; /* the first class of loads that it names; NULL: none */
    source_location loads_location;
    double position_stiffness, velocity_stiffness;
    bool omega_rotates;
    double assembly_tolerance;
    int assembly_iterations;
    /* model */
    bool is_static; /* model: static */
    rigid_body_kinematics motion;
    const char *loadable_path; /* folders of modules, separated by ':'; NULL: the default folders */
    bool loadable_path_only;   /* instead of the default folders */
    /* output */
    int precision;             /* digits after the decimal point */
    int output_frequency;      /* number of steps between outputs; 1 by default */
    const drive *output_meter; /* or NULL */
    orientation_kind orientation;
    bool output_all_explicit; /* default output was given explicitly */
    bool reference_frames, drive_callers, accelerations;
    bool *node_output;                 /* by node type */
    bool *elem_output;                 /* by element class */
    double *node_scale;                /* by node type */
    unsigned beam_output, aero_output; /* OUTPUT_* flags */
    orientation_kind beam_orientation, aero_orientation;
    output_units units;
    bool netcdf, netcdf_sync, no_text;
    const char *netcdf_format; /* or NULL */
    /* restart file */
    restart_when restart;
    int restart_steps;
    double restart_time;
    int n_restart_times;
    const double *restart_times;
    bool restart_numbered; /* NAME.0.rst, NAME.1.rst, ... instead of NAME.rst */
    source_location restart_where;
    const char *load_restart; /* restart file to continue from; NULL: none */
    source_location load_restart_where;
    /* print, checks */
    unsigned print;
    bool print_to_file;
    jacobian_check check;
    double select_timeout; /* minutes; 0: wait forever */
    /* counters: announced numbers, -1 if not announced */
    int *nodes_announced, *elems_announced; /* by node type, by element class */
    int drivers_announced;
} control;

enum {
    PRINT_DOF_STATS = 1,
    PRINT_DOF = 2,
    PRINT_EQUATION = 4,
    PRINT_ELEMENT_CONNECTION = 8,
    PRINT_NODE_CONNECTION = 16
};

/* What beams and aerodynamic elements write to the NetCDF file. */
enum {
    OUTPUT_POSITION = 1,
    OUTPUT_ORIENTATION = 2,
    OUTPUT_VELOCITY = 4,
    OUTPUT_ANGULAR_VELOCITY = 8,
    OUTPUT_FORCE = 16,
    OUTPUT_MOMENT = 32,
    OUTPUT_LINEAR_STRAIN = 64,
    OUTPUT_ANGULAR_STRAIN = 128,
    OUTPUT_LINEAR_STRAIN_RATE = 256,
    OUTPUT_ANGULAR_STRAIN_RATE = 512,
};

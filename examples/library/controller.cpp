/* controller.cpp - using the library from C++: a motor at a hinge, and a controller that looks one step ahead.
 *
 * An arm is mounted on a hinge with a motor. Before each step the controller uses the model itself as a predictor: it takes
 * a snapshot, tries the step with the previous torque, reads angle and speed at its end, returns to the snapshot, and sets
 *
 *     u = kp (goal - angle) - kd speed
 *
 * from the predicted values. At rest the motor carries the weight of the arm: u + m g l/2 cos(angle) = 0. */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <torsor/torsor.h>

/* Owning handles; the model is declared first and is therefore closed last. */
struct closer {
    void operator()(torsor_model *m) const { torsor_close(m); }
    void operator()(torsor_analysis *a) const { torsor_end(a); }
    void operator()(torsor_snapshot *s) const { torsor_snapshot_free(s); }
};
using model = std::unique_ptr<torsor_model, closer>;
using analysis = std::unique_ptr<torsor_analysis, closer>;
using snapshot = std::unique_ptr<torsor_snapshot, closer>;

/* Rotation about y; a positive angle lowers the arm. Drive 7 is the torque of the motor. */
static const char ARM[] = R"(
    set: real m = 2.; set: real l = 1.;
    begin: data; problem: initial value; end: data;
    begin: initial value; initial time: 0.; final time: 3.; time step: 1.e-3; method: ms, 0.6; tolerance: 1.e-8;
        max iterations: 10; derivatives tolerance: 1.e-6; derivatives max iterations: 20;
    end: initial value;
    begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; forces: 1; gravity; end: control data;
    begin: nodes; structural: 1, dynamic, l/2., 0., 0., eye, null, null; end: nodes;
    begin: elements;
        body: 1, 1, m, null, diag, 1.e-3, m*l^2/12., m*l^2/12.;
        joint: 1, revolute pin, 1, position, -l/2., 0., 0., orientation, 3, 0., 1., 0., 1, 1., 0., 0.,
            position, null, orientation, 3, 0., 1., 0., 1, 1., 0., 0.;
        gravity: uniform, 0., 0., -1., const, 9.81;
        drive caller: 7, const, 0.;
        couple: 1, absolute, 1, position, null, 0., 1., 0., reference, 7;
    end: elements;
)";

static constexpr double GOAL = -0.5, KP = 200, KD = 40;

static double control(torsor_analysis *a, torsor_snapshot *here)
{
    double angle = NAN, speed = NAN;
    if (torsor_snapshot_renew(here, a) == TORSOR_OK && torsor_step(a) >= TORSOR_OK) {
        angle = torsor_get_real(a, "private.joint.1.rz");
        speed = torsor_get_real(a, "private.joint.1.wz");
    }
    torsor_restore(a, here);
    return KP * (GOAL - angle) - KD * speed;
}

int main()
{
    torsor_options how{};
    how.size = sizeof how;
    how.settable = true;
    const model m(torsor_open_text("arm", ARM, std::strlen(ARM), &how));
    for (int i = 0; i < torsor_message_count(m.get()); i++)
        std::fputs(torsor_message_at(m.get(), i).rendered, stderr);
    torsor_analysis_options returning{};
    returning.size = sizeof returning;
    returning.may_restore = true;
    const analysis a(torsor_begin(m.get(), &returning));
    const snapshot here(torsor_snapshot_take(a.get()));
    double u = 0;
    while (torsor_state(a.get()) == TORSOR_OK) {
        u = control(a.get(), here.get());
        if (torsor_set_real(a.get(), "drive.7", u) != TORSOR_OK || torsor_step(a.get()) < 0)
            return EXIT_FAILURE;
        if (torsor_step_number(a.get()) % 500 == 0)
            std::printf("t = %.1f s: angle %8.5f, torque %8.4f N m\n", torsor_time(a.get()),
                        torsor_get_real(a.get(), "private.joint.1.rz"), u);
    }
    const double angle = torsor_get_real(a.get(), "private.joint.1.rz"), weight = 2 * 9.81 * 0.5 * std::cos(angle);
    std::printf("at rest the motor carries %.4f N m, the weight of the arm is %.4f N m\n", -u, weight);
    return std::fabs(u + weight) < 1e-3 * weight ? EXIT_SUCCESS : EXIT_FAILURE;
}

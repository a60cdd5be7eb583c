/* chain_simbody.cpp - the chain by Simbody: mobilized bodies with pins, a Runge-Kutta-Merson integrator. The setting is its
 * accuracy. */
#include <Simbody.h>
extern "C" {
#include "chain.h"
}

int main(int count, char **words)
{
    using namespace SimTK;
    const chain of = chain_arguments(count, words);
    const double l = 1.0 / of.n, m = 1.0 / of.n;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -CHAIN_GRAVITY, 0));
    /* Its pins rotate about z; y is up here. */
    Body::Rigid rod(MassProperties(m, Vec3(l / 2, 0, 0),
                                   UnitInertia(1e-6, l * l / 12, l * l / 12).shiftFromCentroid(Vec3(l / 2, 0, 0)) * m));
    MobilizedBody last = matter.Ground();
    for (int i = 0; i < of.n; i++)
        last = MobilizedBody::Pin(last, Transform(Vec3(i == 0 ? 0 : l, 0, 0)), rod, Transform(Vec3(0)));
    State state = system.realizeTopology();
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(of.setting);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    const double start = chain_seconds();
    stepper.stepTo(of.time);
    const double seconds = chain_seconds() - start;
    const Vec3 at = last.findStationLocationInGround(integrator.getState(), Vec3(l / 2, 0, 0));
    chain_print(at[0], at[1], seconds);
    return 0;
}

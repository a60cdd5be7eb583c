/* chain_bullet.cpp - the chain by Bullet: a multibody in reduced coordinates (Featherstone), hinges about y, without damping.
 * The setting is the time step. */
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
extern "C" {
#include "chain.h"
}

int main(int count, char **words)
{
    const chain of = chain_arguments(count, words);
    const btScalar l = btScalar(1.0 / of.n), m = btScalar(1.0 / of.n), J = m * l * l / 12;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, 0, btScalar(-CHAIN_GRAVITY)));
    btMultiBody *body = new btMultiBody(of.n, 0, btVector3(0, 0, 0), true, false);
    for (int i = 0; i < of.n; i++)
        body->setupRevolute(i, m, btVector3(btScalar(1e-6), J, J), i - 1, btQuaternion(0, 0, 0, 1), btVector3(0, 1, 0),
                            btVector3(i == 0 ? 0 : l / 2, 0, 0), btVector3(l / 2, 0, 0), true);
    body->finalizeMultiDof();
    body->setLinearDamping(0);
    body->setAngularDamping(0);
    body->setCanSleep(false);
    body->setHasSelfCollision(false);
    body->setMaxCoordinateVelocity(btScalar(1e9));
    body->useRK4Integration(false);
    world.addMultiBody(body);
    const long steps = (long)(of.time / of.setting + 0.5);
    const double start = chain_seconds();
    for (long k = 0; k < steps; k++)
        world.stepSimulation(btScalar(of.setting), 0);
    const double seconds = chain_seconds() - start;
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    body->forwardKinematics(rotations, origins);
    const btVector3 at = body->localPosToWorld(of.n - 1, btVector3(0, 0, 0));
    chain_print(at.x(), at.z(), seconds);
    return 0;
}

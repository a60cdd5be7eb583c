/* contact_bullet.cpp - a ball that bounces (restitution 0.8, from 1 m), or a box that slides to rest (friction 0.3, from
 * 2 m/s), by Bullet: contact_bullet bounce|slide TIME STEP. Prints x and z at the end, and the seconds of processor time. */
#include <btBulletDynamicsCommon.h>
#include <cstring>
extern "C" {
#include "chain.h"
}

int main(int count, char **words)
{
    const bool bounces = count == 4 && std::strcmp(words[1], "bounce") == 0;
    const chain of = chain_arguments(count, words);
    const btScalar half = btScalar(0.05);
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, 0, btScalar(-CHAIN_GRAVITY)));
    btStaticPlaneShape plane(btVector3(0, 0, 1), 0);
    btSphereShape ball(half);
    btBoxShape box(btVector3(half, half, half));
    btCollisionShape *shape = bounces ? (btCollisionShape *)&ball : &box;
    btVector3 inertia;
    shape->calculateLocalInertia(1, inertia);
    btRigidBody ground(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &plane));
    btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(1, nullptr, shape, inertia));
    body.setWorldTransform(btTransform(btQuaternion(0, 0, 0, 1), btVector3(0, 0, bounces ? half + 1 : half)));
    body.setLinearVelocity(btVector3(bounces ? 0 : 2, 0, 0));
    body.setRestitution(bounces ? btScalar(0.8) : 0);
    body.setFriction(bounces ? 0 : btScalar(0.3));
    body.setActivationState(DISABLE_DEACTIVATION);
    ground.setRestitution(1);
    ground.setFriction(1);
    world.addRigidBody(&ground);
    world.addRigidBody(&body);
    const long steps = (long)(of.time / of.setting + 0.5);
    const double start = chain_seconds();
    for (long k = 0; k < steps; k++)
        world.stepSimulation(btScalar(of.setting), 0);
    const double seconds = chain_seconds() - start;
    const btVector3 at = body.getWorldTransform().getOrigin();
    chain_print(at.x(), at.z(), seconds);
    return 0;
}

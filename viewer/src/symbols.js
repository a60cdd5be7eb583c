// symbols.js - the forms of joints and other signs, about axis 3 and of size 1; each is one geometry for all its instances.
import {
    BoxGeometry,
    BufferGeometry,
    ConeGeometry,
    CylinderGeometry,
    Float32BufferAttribute,
    SphereGeometry,
    TorusGeometry,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

const alongZ = (geometry) => geometry.rotateX(Math.PI / 2);
const cylinder = (radius, height, sides = 20) => alongZ(new CylinderGeometry(radius, radius, height, sides));
const box = (x, y, z) => new BoxGeometry(x, y, z);
const merged = (...parts) => mergeGeometries(parts.map((part) => (part.index ? part.toNonIndexed() : part)));

function hatched() {
    const bars = [];
    for (let i = -2; i <= 2; i++) bars.push(box(0.08, 1.2, 0.08).translate(0.4 * i, 0, -0.34));
    return merged(box(2, 1.2, 0.12).translate(0, 0, -0.24), ...bars);
}

const crossed = () =>
    merged(cylinder(0.16, 2), cylinder(0.16, 2).rotateX(Math.PI / 2), new SphereGeometry(0.34, 16, 12));
const hinge = () => merged(cylinder(0.42, 1.5), cylinder(0.18, 2.3));
const coil = () => {
    const rings = [];
    for (let i = -2; i <= 2; i++) rings.push(new TorusGeometry(0.42, 0.09, 6, 16).translate(0, 0, 0.3 * i));
    return merged(cylinder(0.2, 2.3), ...rings);
};
const motor = () =>
    merged(
        hinge(),
        new TorusGeometry(0.8, 0.07, 6, 20, 1.5 * Math.PI),
        new ConeGeometry(0.2, 0.45, 10).rotateZ(-Math.PI / 2).translate(0.15, -0.8, 0),
    );
const octahedron = () => new SphereGeometry(0.7, 4, 2);

const FORMS = {
    ground: hatched,
    clamp: () => merged(box(1.1, 1.1, 1.1), hatched().translate(0, 0, -0.3)),
    hinge,
    motor,
    slider: () => merged(box(0.9, 0.9, 1), cylinder(0.14, 2.8)),
    screw: coil,
    ball: () => merged(new SphereGeometry(0.55, 20, 14), new TorusGeometry(0.68, 0.08, 6, 20)),
    cross: crossed,
    plane: () => merged(box(2, 2, 0.08), cylinder(0.08, 1.2).translate(0, 0, 0.5)),
    bushing: () => merged(cylinder(0.75, 0.5), cylinder(0.3, 1.5)),
    damper: () => merged(cylinder(0.5, 1).translate(0, 0, -0.2), cylinder(0.15, 2)),
    general: octahedron,
};

export const formOf = (symbol) => (FORMS[symbol] ?? FORMS.general)();

/** An arrow along z, of length 1: its head is as long as a fifth of it. */
export const arrow = () =>
    merged(cylinder(0.02, 0.8, 10).translate(0, 0, 0.4), alongZ(new ConeGeometry(0.055, 0.2, 12)).translate(0, 0, 0.9));
export const doubleArrow = () => merged(arrow(), alongZ(new ConeGeometry(0.055, 0.2, 12)).translate(0, 0, 0.72));
export const disk = () => cylinder(1, 0.004, 64);

/** Three axes, red, green and blue. */
export function triad() {
    const points = [],
        colours = [];
    const axes = [
        [1, 0, 0, 0.86, 0.2, 0.2],
        [0, 1, 0, 0.15, 0.6, 0.2],
        [0, 0, 1, 0.2, 0.4, 0.95],
    ];
    for (const [x, y, z, ...colour] of axes) {
        points.push(0, 0, 0, x, y, z);
        colours.push(...colour, ...colour);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
    return geometry;
}

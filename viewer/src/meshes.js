// meshes.js - shapes of one kind as one object of three.js, written anew at each frame from the vertices that moved.
//
// A batch knows its shapes: `shapeAt` says which one was hit. Colours are those of the shape's vertices.
import {
    BufferAttribute,
    BufferGeometry,
    DoubleSide,
    DynamicDrawUsage,
    InstancedBufferAttribute,
    InstancedMesh,
    LineBasicMaterial,
    LineSegments,
    Matrix4,
    Mesh,
    MeshLambertMaterial,
    Quaternion,
    Vector3,
} from "three";

const dynamic = (size, n) => new BufferAttribute(new Float32Array(size * n), size).setUsage(DynamicDrawUsage);

/** What batches with a geometry of their own share: positions and colours, shape by shape. */
class Batch {
    constructor(shapes, counts, indices) {
        this.shapes = shapes;
        this.first = [];
        let n = 0;
        for (const count of counts) {
            this.first.push(n);
            n += count;
        }
        this.first.push(n);
        this.geometry = new BufferGeometry();
        this.position = dynamic(3, n);
        this.colour = dynamic(3, n);
        this.geometry.setAttribute("position", this.position);
        this.geometry.setAttribute("color", this.colour);
        if (indices) this.geometry.setIndex(indices);
    }

    /** The shape that the vertex of a hit belongs to. */
    shapeAt(hit) {
        const vertex = hit.face ? hit.face.a : hit.index;
        let low = 0,
            high = this.shapes.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.first[middle] <= vertex) low = middle;
            else high = middle - 1;
        }
        return this.shapes[low];
    }

    update(context) {
        this.shapes.forEach((shape, i) => {
            if (context.isHidden(shape)) this.position.array.fill(0, 3 * this.first[i], 3 * this.first[i + 1]);
            else this.place(shape, this.first[i], context);
        });
        this.position.needsUpdate = true;
        this.colour.needsUpdate = true;
        this.geometry.boundingSphere = null;
    }
}

/** Straight lines and springs, as pairs of points. */
export class Lines extends Batch {
    constructor(shapes) {
        super(
            shapes,
            shapes.map((shape) => 2 * Lines.parts(shape)),
        );
        this.object = new LineSegments(this.geometry, new LineBasicMaterial({ vertexColors: true }));
        this.object.frustumCulled = false;
    }

    static parts(shape) {
        return shape.kind === "spring" ? 48 : shape.n - 1;
    }

    place(shape, at, context) {
        const colour = context.colourOf(shape, shape.first);
        const parts = Lines.parts(shape);
        const point = shape.kind === "spring" ? coil(shape, context) : straight(shape, context);
        for (let i = 0; i < parts; i++)
            for (let k = 0; k < 2; k++) {
                this.position.array.set(point(i + k), 3 * (at + 2 * i + k));
                this.colour.array.set(colour, 3 * (at + 2 * i + k));
            }
    }
}

/** Once around each surface, so that one is told from the next. */
export class Outlines extends Batch {
    constructor(shapes) {
        super(
            shapes,
            shapes.map((shape) => 2 * Outlines.round(shape).length),
        );
        this.rounds = new Map(shapes.map((shape) => [shape, Outlines.round(shape)]));
        this.object = new LineSegments(
            this.geometry,
            new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.55 }),
        );
        this.object.frustumCulled = false;
    }

    /** Vertices of the border, one after the other. */
    static round({ n, rows }) {
        const columns = n / rows,
            border = [];
        for (let k = 0; k < columns; k++) border.push(k);
        for (let i = 1; i < rows; i++) border.push(i * columns + columns - 1);
        for (let k = columns - 2; k >= 0; k--) border.push((rows - 1) * columns + k);
        for (let i = rows - 2; i > 0; i--) border.push(i * columns);
        return border;
    }

    place(shape, at, context) {
        const colour = context.colourOf(shape, shape.first),
            border = this.rounds.get(shape);
        border.forEach((vertex, i) => {
            for (const [k, v] of [vertex, border[(i + 1) % border.length]].entries()) {
                const from = 3 * (shape.first + v),
                    to = 3 * (at + 2 * i + k);
                for (let c = 0; c < 3; c++) {
                    this.position.array[to + c] = context.places[from + c];
                    this.colour.array[to + c] = 0.45 * colour[c];
                }
            }
        });
    }
}

const straight =
    (shape, { places }) =>
    (i) =>
        places.subarray(3 * (shape.first + i), 3 * (shape.first + i) + 3);

const axis = new Vector3(),
    side = new Vector3(),
    other = new Vector3();

/** Any two directions normal to `axis`. */
function normals() {
    side.set(Math.abs(axis.x) < 0.7 ? 1 : 0, Math.abs(axis.x) < 0.7 ? 0 : 1, 0);
    side.addScaledVector(axis, -side.dot(axis)).normalize();
    other.crossVectors(axis, side);
}

/** Points of a spring: straight ends, and turns between them. */
function coil(shape, { places, unit }) {
    const p = places.subarray(3 * shape.first, 3 * shape.first + 6);
    axis.set(p[3] - p[0], p[4] - p[1], p[5] - p[2]);
    const length = axis.length();
    if (length > 0) axis.divideScalar(length);
    else axis.set(0, 0, 1);
    normals();
    const out = [0, 0, 0],
        radius = Math.min(0.5 * unit, 0.12 * length);
    return (i) => {
        const s = i / 48,
            turn = 2 * Math.PI * 7 * (s - 0.125),
            r = s < 0.125 || s > 0.875 ? 0 : radius;
        const a = r * Math.cos(turn),
            b = r * Math.sin(turn);
        out[0] = p[0] + s * (p[3] - p[0]) + a * side.x + b * other.x;
        out[1] = p[1] + s * (p[4] - p[1]) + a * side.y + b * other.y;
        out[2] = p[2] + s * (p[5] - p[2]) + a * side.z + b * other.z;
        return out;
    };
}

const SIDES = 8;
const turned = new Quaternion(),
    e2 = new Vector3(),
    e3 = new Vector3();

/** Tubes along vertices whose axes are those of the section: axis 1 is along the line. */
export class Tubes extends Batch {
    constructor(shapes) {
        const counts = shapes.map((shape) => shape.n * SIDES);
        const indices = [];
        let first = 0;
        for (const shape of shapes) {
            for (let i = 0; i + 1 < shape.n; i++)
                for (let k = 0; k < SIDES; k++) {
                    const a = first + i * SIDES + k,
                        b = first + i * SIDES + ((k + 1) % SIDES);
                    indices.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
                }
            first += shape.n * SIDES;
        }
        super(shapes, counts, indices);
        this.normal = dynamic(3, first);
        this.geometry.setAttribute("normal", this.normal);
        this.object = new Mesh(this.geometry, new MeshLambertMaterial({ vertexColors: true, side: DoubleSide }));
        this.object.frustumCulled = false;
    }

    place(shape, at, context) {
        const { places, axes, unit } = context;
        const radius = shape.size[0] || 0.28 * unit;
        for (let i = 0; i < shape.n; i++) {
            const v = shape.first + i,
                colour = context.colourOf(shape, v);
            this.frame(shape, i, places, axes);
            for (let k = 0; k < SIDES; k++) {
                const c = Math.cos((2 * Math.PI * k) / SIDES),
                    s = Math.sin((2 * Math.PI * k) / SIDES);
                const j = 3 * (at + i * SIDES + k);
                for (let d = 0; d < 3; d++) {
                    const n = c * e2.getComponent(d) + s * e3.getComponent(d);
                    this.normal.array[j + d] = n;
                    this.position.array[j + d] = places[3 * v + d] + radius * n;
                    this.colour.array[j + d] = colour[d];
                }
            }
        }
        this.normal.needsUpdate = true;
    }

    /** Two directions of the section: those of the axes, made normal to the line. */
    frame(shape, i, places, axes) {
        const a = 3 * (shape.first + Math.max(i - 1, 0)),
            b = 3 * (shape.first + Math.min(i + 1, shape.n - 1)),
            q = 4 * (shape.first + i);
        axis.set(places[b] - places[a], places[b + 1] - places[a + 1], places[b + 2] - places[a + 2]).normalize();
        turned.set(axes[q], axes[q + 1], axes[q + 2], axes[q + 3]);
        e2.set(0, 1, 0).applyQuaternion(turned);
        if (Math.abs(e2.dot(axis)) > 0.9) e2.set(0, 0, 1).applyQuaternion(turned);
        e2.addScaledVector(axis, -e2.dot(axis)).normalize();
        e3.crossVectors(axis, e2);
    }
}

/** Grids of vertices: blades, wings, shells. */
export class Surfaces extends Batch {
    constructor(shapes) {
        const indices = [];
        let first = 0;
        for (const shape of shapes) {
            const columns = shape.n / shape.rows;
            for (let i = 0; i + 1 < shape.rows; i++)
                for (let k = 0; k + 1 < columns; k++) {
                    const a = first + i * columns + k;
                    indices.push(a, a + 1, a + columns, a + 1, a + columns + 1, a + columns);
                }
            first += shape.n;
        }
        super(
            shapes,
            shapes.map((shape) => shape.n),
            indices,
        );
        this.object = new Mesh(
            this.geometry,
            new MeshLambertMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.85 }),
        );
        this.object.frustumCulled = false;
    }

    place(shape, at, context) {
        for (let i = 0; i < shape.n; i++) {
            const v = shape.first + i;
            this.position.array.set(context.places.subarray(3 * v, 3 * v + 3), 3 * (at + i));
            this.colour.array.set(context.colourOf(shape, v), 3 * (at + i));
        }
    }

    update(context) {
        super.update(context);
        this.geometry.computeVertexNormals();
    }
}

const matrix = new Matrix4(),
    at = new Vector3(),
    scale = new Vector3();
const NOWHERE = new Matrix4().makeScale(0, 0, 0);

/** Instances of one form; `measure` gives the scale of a shape, and may turn it. */
export class Instances {
    constructor(shapes, geometry, measure, material = {}) {
        this.shapes = shapes;
        this.measure = measure;
        this.object = new InstancedMesh(geometry, new MeshLambertMaterial(material), shapes.length);
        this.object.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * shapes.length), 3);
        this.object.frustumCulled = false;
    }

    shapeAt(hit) {
        return this.shapes[hit.instanceId];
    }

    update(context) {
        const { places, axes } = context;
        let isAny = false;
        this.shapes.forEach((shape, i) => {
            const v = shape.first;
            turned.set(axes[4 * v], axes[4 * v + 1], axes[4 * v + 2], axes[4 * v + 3]);
            at.set(places[3 * v], places[3 * v + 1], places[3 * v + 2]);
            const isShown = !context.isHidden(shape) && this.measure(shape, scale, turned, at);
            isAny ||= !!isShown;
            this.object.setMatrixAt(i, isShown ? matrix.compose(at, turned, scale) : NOWHERE);
            this.object.instanceColor.array.set(context.colourOf(shape, v), 3 * i);
        });
        this.object.instanceMatrix.needsUpdate = true;
        this.object.instanceColor.needsUpdate = true;
        this.object.boundingSphere = null;
        this.object.visible = isAny; // what has no size costs as much to draw
    }
}

/** Triads on frames or nodes: one geometry, copied for each. */
export class Triads {
    constructor(n, form) {
        const points = form.getAttribute("position").array,
            colours = form.getAttribute("color").array;
        this.points = points;
        this.n = n;
        const geometry = new BufferGeometry();
        this.position = dynamic(3, (n * points.length) / 3);
        geometry.setAttribute("position", this.position);
        const all = new Float32Array(n * colours.length);
        for (let i = 0; i < n; i++) all.set(colours, i * colours.length);
        geometry.setAttribute("color", new BufferAttribute(all, 3));
        this.object = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true }));
        this.object.frustumCulled = false;
    }

    /** `placeOf(i, at, turned)` is false for what is not shown. */
    update(length, placeOf) {
        const size = this.points.length;
        let isAny = false;
        for (let i = 0; i < this.n; i++) {
            const isShown = placeOf(i, at, turned);
            isAny ||= isShown;
            for (let k = 0; k < size; k += 3) {
                scale.set(this.points[k], this.points[k + 1], this.points[k + 2]).multiplyScalar(length);
                scale.applyQuaternion(turned).add(at);
                if (isShown) scale.toArray(this.position.array, i * size + k);
                else this.position.array.fill(0, i * size + k, i * size + k + 3);
            }
        }
        this.position.needsUpdate = true;
        this.object.visible = isAny;
    }
}

// stage.js - the three-dimensional view: camera, light, what the model draws, picking, trails.
import {
    AmbientLight,
    BufferAttribute,
    BufferGeometry,
    Color,
    ColorManagement,
    DirectionalLight,
    DynamicDrawUsage,
    GridHelper,
    LinearSRGBColorSpace,
    LineBasicMaterial,
    LineSegments,
    PerspectiveCamera,
    Quaternion,
    Raycaster,
    Scene,
    SphereGeometry,
    BoxGeometry,
    Vector2,
    Vector3,
    WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { colourOf, scaled } from "./colours.js";
import { Instances, Lines, Outlines, Surfaces, Triads, Tubes } from "./meshes.js";
import { lastUpTo } from "./motion.js";
import { arrow, disk, doubleArrow, formOf, triad } from "./symbols.js";

ColorManagement.enabled = false;

const MANY = 300; // nodes: their balls are small, and coarser
const FLAT = 0.04; // a model thinner than this part of its size is looked at along that axis
const VIEWS = {
    iso: [1, -1.6, 0.9],
    front: [0, -1, 0],
    side: [1, 0, 0],
    top: [0, 0, 1],
    plane: [0.3, 0.35, 1],
    upright: [0.35, -1, 0.25],
    across: [1, 0.35, 0.25],
};

export class Stage {
    constructor(container, data, motion) {
        this.container = container;
        this.data = data;
        this.model = data.model;
        this.motion = motion;
        this.hidden = new Set(["frame"]);
        this.values = null; // of nodes or things, when they colour the model
        this.form = "box";
        this.trails = false;
        this.triads = false;
        this.scale = 1; // of symbols
        this.arrowScale = 1;
        this.selected = null;
        this.hovered = null;
        this.isDark = false;
        this.base = new Map();
        this.colour = new Float32Array(3);
        this.makeRenderer();
        this.measure();
        this.populate();
        this.makeTrails();
        this.fit();
        new ResizeObserver(() => this.resize()).observe(container);
    }

    makeRenderer() {
        this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
        this.renderer.outputColorSpace = LinearSRGBColorSpace;
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
        this.canvas = this.renderer.domElement;
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute("aria-label", "The model: drag to turn it, wheel to come nearer");
        this.container.append(this.canvas);
        this.scene = new Scene();
        this.camera = new PerspectiveCamera(35, 1, 0.01, 1000);
        this.camera.up.set(0, 0, 1);
        this.sun = new DirectionalLight(0xffffff, 2.1);
        this.scene.add(new AmbientLight(0xffffff, 1.5), this.sun);
        this.raycaster = new Raycaster();
    }

    /** Size of the model, and of what is drawn on it. */
    measure() {
        this.motion.setTime(this.motion.begin);
        const { low, high } = this.motion.bounds();
        this.centre = new Vector3().addVectors(new Vector3(...low), new Vector3(...high)).multiplyScalar(0.5);
        this.extent = new Vector3().subVectors(new Vector3(...high), new Vector3(...low));
        this.size = this.extent.length() || 1;
        const crowd = Math.min(1, Math.max(0.2, (24 / (this.model.nodes.length || 1)) ** 0.4));
        this.unitBase = 0.021 * this.size * crowd;
        this.low = low;
    }

    get unit() {
        return this.unitBase * this.scale;
    }

    // --- what is drawn -------------------------------------------------------------------------------------------------

    populate() {
        const of = (...kinds) => this.model.shapes.filter((shape) => kinds.includes(shape.kind));
        this.batches = [];
        const add = (shapes, make) => {
            if (shapes.length) this.batches.push(make(shapes));
        };
        add(of("line", "spring"), (shapes) => new Lines(shapes));
        add(of("tube"), (shapes) => new Tubes(shapes));
        add(of("surface"), (shapes) => new Surfaces(shapes));
        add(of("surface"), (shapes) => new Outlines(shapes));
        this.addBodies(of("body"));
        for (const symbol of new Set(of("symbol").map((shape) => shape.symbol)))
            add(
                of("symbol").filter((shape) => shape.symbol === symbol),
                (shapes) => new Instances(shapes, formOf(symbol), (_, scale) => scale.setScalar(this.unit)),
            );
        add(
            of("disk"),
            (shapes) =>
                new Instances(shapes, disk(), (shape, scale) => scale.setScalar(shape.size[0] || 5 * this.unit), {
                    transparent: true,
                    opacity: 0.18,
                    depthWrite: false,
                }),
        );
        add(of("arrow"), (shapes) => new Instances(shapes, arrow(), this.arrowMeasure(shapes)));
        add(of("couple"), (shapes) => new Instances(shapes, doubleArrow(), this.arrowMeasure(shapes)));
        this.addNodes();
        this.addTriads(of("frame"));
        for (const batch of this.batches) this.scene.add(batch.object);
    }

    addBodies(shapes) {
        if (!shapes.length) return;
        const least = 0.25;
        const measure = (form, factor) => (shape, scale) => {
            if (this.form !== form) return false;
            const [x, y, z] = shape.size.map((v) => Math.max(factor * v, least * this.unit));
            const isPoint = shape.size.every((v) => v === 0);
            return isPoint ? scale.setScalar(0.7 * this.unit) : scale.set(x, y, z);
        };
        const look = { transparent: true, opacity: 0.6 };
        this.batches.push(
            new Instances(shapes, new BoxGeometry(2, 2, 2), measure("box", Math.sqrt(3)), look),
            new Instances(
                shapes,
                new SphereGeometry(1, shapes.length > MANY ? 12 : 24, shapes.length > MANY ? 8 : 16),
                measure("ellipsoid", Math.sqrt(5)),
                look,
            ),
        );
    }

    /** Nodes are shapes of their own, with vertices behind those of the model. */
    addNodes() {
        const nodes = this.model.nodes.map((node, i) => ({ kind: "node", node: i, first: i }));
        if (!nodes.length) return;
        const form = nodes.length > MANY ? new SphereGeometry(1, 6, 4) : new SphereGeometry(1, 12, 8);
        const balls = new Instances(nodes, form, (_, scale) => scale.setScalar(0.32 * this.unit));
        const update = balls.update.bind(balls);
        balls.update = (context) => update({ ...context, places: this.motion.x, axes: this.motion.q });
        this.batches.push(balls);
        this.nodeShapes = nodes;
        this.nodeTriads = new Triads(nodes.length, triad());
        this.scene.add(this.nodeTriads.object);
    }

    addTriads(frames) {
        this.frames = frames;
        this.frameTriads = new Triads(frames.length + 1, triad());
        this.scene.add(this.frameTriads.object);
    }

    /** Arrows are as long as the largest of their kind allows: a fifth of the model. */
    arrowMeasure(shapes) {
        const { byName } = this.data.series;
        let most = 0;
        const of = new Map();
        for (const shape of shapes) {
            const quantity = byName.get(shape.quantity);
            if (!quantity || quantity.size !== 3) continue;
            const parts = [0, 1, 2].map((c) => quantity.of(c));
            of.set(shape, parts);
            for (let k = 0; k < parts[0].length; k++)
                most = Math.max(most, Math.hypot(parts[0][k], parts[1][k], parts[2][k]) || 0);
        }
        const direction = new Vector3(),
            z = new Vector3(0, 0, 1);
        return (shape, scale, turned, at) => {
            const parts = of.get(shape);
            if (parts) direction.set(...parts.map((part) => shape.sign * this.valueAt(part)));
            else direction.set(0, 0, shape.sign).applyQuaternion(turned);
            const size = direction.length();
            if (!(size > 1e-9 * most)) return false;
            turned.setFromUnitVectors(z, direction.divideScalar(size));
            const length = 0.2 * this.size * this.arrowScale * (parts ? size / most : 0.6);
            at.addScaledVector(direction, 0);
            return scale.set(Math.max(length, 5 * this.unit), Math.max(length, 5 * this.unit), length);
        };
    }

    /** A series at the time that is shown. */
    valueAt(part) {
        return part[lastUpTo(this.data.series.times, this.time)];
    }

    // --- colours -------------------------------------------------------------------------------------------------------

    kindOf(shape) {
        return shape.kind === "node" ? "node" : this.model.things[shape.thing].group;
    }

    baseColour(kind) {
        const key = kind + this.isDark;
        if (!this.base.has(key)) this.base.set(key, new Color(colourOf(kind, this.isDark)).toArray());
        return this.base.get(key);
    }

    isMarked(shape, mark) {
        return mark && (shape.kind === "node" ? mark.node === shape.node : mark.thing === shape.thing);
    }

    colourOfShape(shape, vertex) {
        const out = this.colour;
        if (this.isMarked(shape, this.selected)) return out.set([0.95, 0.2, 0.55]) ?? out;
        if (this.isMarked(shape, this.hovered)) return out.set([1, 0.62, 0.1]) ?? out;
        const part = this.values ? this.values(shape, vertex) : undefined;
        if (part !== undefined) return scaled(part, out);
        const isModal = this.kindOf(shape) === "joint" && this.model.things[shape.thing].type === "modal";
        out.set(this.baseColour(isModal ? "body" : this.kindOf(shape)));
        return out;
    }

    setTheme(isDark) {
        this.isDark = isDark;
        this.scene.background = new Color(isDark ? "#14181d" : "#f6f7f9");
        this.makeGrid();
    }

    makeGrid() {
        this.scene.remove(this.grid);
        const spacing = 10 ** Math.floor(Math.log10(this.size / 2));
        const n = Math.ceil((2.5 * this.size) / spacing);
        const colours = this.isDark ? ["#39424d", "#242b33"] : ["#c9ced6", "#e2e5ea"];
        this.grid = new GridHelper(n * spacing, n, ...colours);
        const up = this.camera.up;
        if (up.z) this.grid.rotateX(Math.PI / 2);
        const below = up.z ? 2 : 1;
        const middle = [0, 1, 2].map((c) =>
            c === below ? this.low[c] - 0.02 * this.size : Math.round(this.centre.getComponent(c) / spacing) * spacing,
        );
        this.grid.position.set(...middle);
        this.grid.visible = !this.hidden.has("grid");
        this.scene.add(this.grid);
    }

    // --- camera --------------------------------------------------------------------------------------------------------

    /** Looks at all of the model: along the axis in which it is flat, else from above and aside. */
    fit(view) {
        const flat = ["x", "y", "z"].filter((axis) => this.extent[axis] < FLAT * this.size);
        const thin = flat.length === 1 ? flat[0] : undefined;
        const direction = new Vector3(
            ...(VIEWS[view] ?? VIEWS[{ x: "across", y: "upright", z: "plane" }[thin] ?? "iso"]),
        );
        const isPlane = view ? view === "top" : thin === "z";
        this.camera.up.set(0, isPlane ? 1 : 0, isPlane ? 0 : 1);
        const distance = this.distanceFor(direction.normalize());
        this.camera.position.copy(this.centre).addScaledVector(direction, distance);
        this.camera.near = distance / 500;
        this.camera.far = distance * 50;
        this.camera.updateProjectionMatrix();
        this.controls?.dispose();
        this.controls = new OrbitControls(this.camera, this.canvas);
        this.controls.target.copy(this.centre);
        this.controls.update();
        this.controls.addEventListener("change", () => (this.isStale = true));
        this.makeGrid();
        this.isStale = true;
    }

    /** From where all corners of the box around the model are seen. */
    distanceFor(direction) {
        const right = new Vector3().crossVectors(this.camera.up, direction).normalize();
        if (!right.length()) right.set(1, 0, 0);
        const up = new Vector3().crossVectors(direction, right);
        const tangent = Math.tan((this.camera.fov * Math.PI) / 360),
            corner = new Vector3();
        let distance = 0;
        for (let i = 0; i < 8; i++) {
            corner.set(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5).multiply(this.extent);
            const across = Math.max(Math.abs(corner.dot(up)), Math.abs(corner.dot(right)) / (this.camera.aspect || 1));
            distance = Math.max(distance, (across + 4 * this.unitBase) / tangent + corner.dot(direction));
        }
        return 1.12 * distance;
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.container;
        if (!width || !height) return;
        const isFirst = !this.width;
        this.width = width;
        this.height = height;
        this.renderer.setSize(width, height);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        if (isFirst) this.fit();
        this.isStale = true;
        this.render(); // a canvas of another size is empty
    }

    // --- frames --------------------------------------------------------------------------------------------------------

    isHidden = (shape) => this.hidden.has(this.kindOf(shape));

    /** Writes the motion into all that is drawn. */
    update(time) {
        this.time = time;
        const context = {
            places: this.motion.places,
            axes: this.motion.axes,
            unit: this.unit,
            isHidden: this.isHidden,
            colourOf: (shape, vertex) => this.colourOfShape(shape, vertex),
        };
        for (const batch of this.batches) batch.update(context);
        this.updateTriads();
        this.updateTrails();
        this.isStale = true;
    }

    updateTriads() {
        const place = (x, q, i) => (at, turned) => {
            at.set(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
            turned.set(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
            return true;
        };
        const { x, q, places, axes } = this.motion;
        this.nodeTriads?.update(2.2 * this.unit, (i, at, turned) => this.triads && place(x, q, i)(at, turned));
        const origin = new Quaternion();
        this.frameTriads.update(4 * this.unit, (i, at, turned) => {
            if (i < this.frames.length)
                return !this.hidden.has("frame") && place(places, axes, this.frames[i].first)(at, turned);
            at.set(0, 0, 0);
            turned.copy(origin);
            return true;
        });
    }

    makeTrails() {
        const geometry = new BufferGeometry();
        this.trail = new LineSegments(
            geometry,
            new LineBasicMaterial({ color: 0xc05a3c, transparent: true, opacity: 0.7 }),
        );
        this.trail.frustumCulled = false;
        this.scene.add(this.trail);
        this.trailNodes = [];
    }

    /** Paths of the selected node, or of all when they are few, up to now. */
    updateTrails() {
        const { motion } = this;
        const wanted =
            !this.trails || this.isMode ? [] : this.selected?.node !== undefined ? [this.selected.node] : this.movers();
        const stride = Math.max(1, Math.ceil((wanted.length * motion.n) / 60000));
        const now = motion.frameAt(this.time);
        const size = 6 * wanted.length * Math.ceil(motion.n / stride);
        if (this.trail.geometry.getAttribute("position")?.array.length !== size)
            this.trail.geometry.setAttribute(
                "position",
                new BufferAttribute(new Float32Array(size), 3).setUsage(DynamicDrawUsage),
            );
        const position = this.trail.geometry.getAttribute("position");
        let at = 0;
        for (const node of wanted)
            for (let k = stride; k <= now; k += stride)
                for (const frame of [k - stride, k])
                    for (let c = 0; c < 3; c++) position.array[at++] = motion.at(node, c, frame);
        position.needsUpdate = true;
        this.trail.geometry.setDrawRange(0, at / 3);
    }

    movers() {
        this.moving ??= this.model.nodes
            .map((_, i) => i)
            .filter((i) => [0, 1, 2].some((c) => this.motion.at(i, c, 0) !== this.motion.at(i, c, this.motion.n >> 1)))
            .slice(0, 200);
        return this.moving;
    }

    render() {
        if (!this.isStale) return false;
        this.isStale = false;
        this.sun.position
            .copy(this.camera.position)
            .sub(this.controls.target)
            .add(new Vector3(0.3, 0.2, 0.8).multiplyScalar(this.size));
        this.renderer.render(this.scene, this.camera);
        return true;
    }

    // --- picking -------------------------------------------------------------------------------------------------------

    /** What is under a point of the page: {node} or {thing}, or null. */
    pick(clientX, clientY) {
        const box = this.canvas.getBoundingClientRect();
        const point = new Vector2(
            (2 * (clientX - box.left)) / box.width - 1,
            1 - (2 * (clientY - box.top)) / box.height,
        );
        this.raycaster.setFromCamera(point, this.camera);
        this.raycaster.params.Line.threshold = 0.35 * this.unit;
        let best = null;
        for (const batch of this.batches)
            for (const hit of this.raycaster.intersectObject(batch.object)) {
                const shape = batch.shapeAt(hit);
                if (this.isHidden(shape)) continue;
                const nearness = hit.distance - (shape.kind === "node" ? 0.8 : 0) * this.unit;
                if (!best || nearness < best.nearness) best = { nearness, shape };
            }
        if (!best) return null;
        return best.shape.kind === "node" ? { node: best.shape.node } : { thing: best.shape.thing };
    }

    /** Where a point of space is on the canvas; null when it is behind the camera. */
    project(x, y, z) {
        const p = new Vector3(x, y, z).project(this.camera);
        return p.z > 1 ? null : [((p.x + 1) / 2) * this.width, ((1 - p.y) / 2) * this.height];
    }

    image() {
        this.isStale = true;
        this.render();
        return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
    }
}

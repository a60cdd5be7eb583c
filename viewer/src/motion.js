// motion.js - where the nodes are: at a time of the results, or in a mode shape; and the vertices that follow them.

const lerp = (a, b, s) => a + (b - a) * s;

function matrixOf(q, i, R, j) {
    const x = q[i],
        y = q[i + 1],
        z = q[i + 2],
        w = q[i + 3];
    R[j] = 1 - 2 * (y * y + z * z);
    R[j + 1] = 2 * (x * y - z * w);
    R[j + 2] = 2 * (x * z + y * w);
    R[j + 3] = 2 * (x * y + z * w);
    R[j + 4] = 1 - 2 * (x * x + z * z);
    R[j + 5] = 2 * (y * z - x * w);
    R[j + 6] = 2 * (x * z - y * w);
    R[j + 7] = 2 * (y * z + x * w);
    R[j + 8] = 1 - 2 * (x * x + y * y);
}

function multiply(out, o, a, i, b, j) {
    const ax = a[i],
        ay = a[i + 1],
        az = a[i + 2],
        aw = a[i + 3];
    const bx = b[j],
        by = b[j + 1],
        bz = b[j + 2],
        bw = b[j + 3];
    out[o] = aw * bx + ax * bw + ay * bz - az * by;
    out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
    out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
    out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

function quaternionOf(m) {
    const trace = m[0] + m[4] + m[8];
    let q;
    if (trace > 0) q = [m[7] - m[5], m[2] - m[6], m[3] - m[1], 1 + trace];
    else if (m[0] > m[4] && m[0] > m[8]) q = [1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6], m[7] - m[5]];
    else if (m[4] > m[8]) q = [m[1] + m[3], 1 + m[4] - m[0] - m[8], m[5] + m[7], m[2] - m[6]];
    else q = [m[2] + m[6], m[5] + m[7], 1 + m[8] - m[0] - m[4], m[3] - m[1]];
    const length = Math.hypot(...q) || 1;
    return q.map((v) => v / length);
}

/** Index of the last of growing numbers that is not above t. */
export function lastUpTo(times, t) {
    let low = 0,
        high = times.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] <= t) low = middle;
        else high = middle - 1;
    }
    return low;
}

/** Between two of growing numbers: their indices, and the part of the way. */
function between(times, t) {
    const i = lastUpTo(times, t),
        j = Math.min(i + 1, times.length - 1);
    return [i, j, j > i ? Math.min(Math.max((t - times[i]) / (times[j] - times[i]), 0), 1) : 0];
}

export class Motion {
    constructor({ model, motion, series, modes }) {
        this.model = model;
        this.numbers = motion;
        this.modes = modes;
        this.n = model.frames;
        this.times = motion.subarray(0, this.n);
        const nodes = model.nodes.length;
        this.x = new Float64Array(3 * nodes);
        this.q = new Float64Array(4 * nodes);
        this.R = new Float64Array(9 * nodes);
        this.byLabel = new Map(model.nodes.map((node, i) => [node.label, i]));
        this.ties = model.ties;
        this.seriesTimes = series.times;
        this.amplitudes = model.amplitudes.map((name) => series.byName.get(name)?.of(0));
        this.amplitude = new Float64Array(model.amplitudes.length);
        this.places = new Float32Array(3 * model.vertices.length);
        this.axes = new Float32Array(4 * model.vertices.length);
        this.work = new Float64Array(4);
        this.magnification = 1; // of displacements since the first frame
    }

    get begin() {
        return this.times[0];
    }
    get end() {
        return this.times[this.n - 1];
    }

    /** Index of the last frame that is not after t. */
    frameAt(t) {
        return lastUpTo(this.times, t);
    }

    /** One coordinate (0-2) or part of the quaternion (3-6) of a node, at a frame. */
    at(node, component, frame) {
        return this.numbers[this.n * (1 + 7 * node + component) + frame];
    }

    setTime(t) {
        const [i, j, s] = between(this.times, t),
            more = this.magnification - 1;
        for (let node = 0; node < this.model.nodes.length; node++) {
            for (let c = 0; c < 3; c++) {
                const x = lerp(this.at(node, c, i), this.at(node, c, j), s);
                this.x[3 * node + c] = x + more * (x - this.at(node, c, 0));
            }
            this.turn(node, i, j, s);
        }
        this.setAmplitudes(t);
        this.finish();
    }

    /** Of modal bodies. */
    setAmplitudes(t) {
        if (!this.amplitudes.length) return;
        const [i, j, s] = between(this.seriesTimes, t);
        this.amplitudes.forEach((values, k) => (this.amplitude[k] = values ? lerp(values[i], values[j], s) : 0));
    }

    turn(node, i, j, s) {
        const q = this.q;
        let dot = 0,
            length = 0;
        for (let c = 0; c < 4; c++) dot += this.at(node, 3 + c, i) * this.at(node, 3 + c, j);
        for (let c = 0; c < 4; c++) {
            const v = lerp(this.at(node, 3 + c, i), (dot < 0 ? -1 : 1) * this.at(node, 3 + c, j), s);
            q[4 * node + c] = v;
            length += v * v;
        }
        length = Math.sqrt(length) || 1;
        for (let c = 0; c < 4; c++) q[4 * node + c] /= length;
    }

    /** A mode: the configuration of its analysis, moved by amplitude times the real part of shape exp(i phase). */
    setMode(analysis, mode, amplitude, phase) {
        const g = this.modes[analysis],
            shape = g.shapes[mode];
        const c = amplitude * Math.cos(phase),
            s = amplitude * Math.sin(phase);
        this.amplitude.fill(0);
        g.nodes.forEach((label, i) => {
            const node = this.byLabel.get(label);
            if (node === undefined) return;
            const part = (k) => shape[12 * i + k] * c - shape[12 * i + 6 + k] * s;
            for (let k = 0; k < 3; k++) this.x[3 * node + k] = g.configuration[12 * i + k] + part(k);
            const turn = [part(3), part(4), part(5)],
                angle = Math.hypot(...turn);
            const f = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
            const by = [turn[0] * f, turn[1] * f, turn[2] * f, Math.cos(angle / 2)];
            multiply(this.q, 4 * node, by, 0, quaternionOf(g.configuration.slice(12 * i + 3, 12 * i + 12)), 0);
        });
        this.finish();
    }

    /** The largest displacement of a mode's nodes, and the phase at which it is reached. */
    modeSize(analysis, mode) {
        const shape = this.modes[analysis].shapes[mode];
        let size = 0,
            phase = 0;
        for (let i = 0; i < shape.length; i += 12)
            for (let k = 0; k < 3; k++) {
                const [re, im] = [shape[i + k], shape[i + 6 + k]];
                if (Math.hypot(re, im) <= size) continue;
                size = Math.hypot(re, im);
                phase = -Math.atan2(im, re);
            }
        return { size, phase };
    }

    /** From where to where a body goes along each axis. */
    reach(body) {
        const [x, y, z, w] = this.axes.subarray(4 * body.first, 4 * body.first + 4);
        const R = new Float64Array(9);
        matrixOf([x, y, z, w], 0, R, 0);
        return [0, 1, 2].map((c) => {
            const half = [0, 1, 2].reduce((sum, k) => sum + Math.sqrt(3) * body.size[k] * Math.abs(R[3 * c + k]), 0);
            const at = this.places[3 * body.first + c];
            return [at - half, at + half];
        });
    }

    finish() {
        for (let node = 0; node < this.model.nodes.length; node++) matrixOf(this.q, 4 * node, this.R, 9 * node);
        for (let v = 0; v < this.model.vertices.length; v++) this.placeVertex(v);
    }

    /** p = sum (weight x + c R f); the quaternions of the ties, weighted, give the axes. */
    placeVertex(v) {
        const { ties, x, R, q, places, axes, work } = this;
        let px = 0,
            py = 0,
            pz = 0,
            a = 0,
            b = 0,
            c = 0,
            d = 0;
        const first = this.model.firstTie[v];
        for (let t = first; t < first + this.model.vertices[v]; t++) {
            const i = 10 * t,
                node = ties[i],
                weight = ties[i + 1],
                scale = ties[i + 9] < 0 ? 1 : this.amplitude[ties[i + 9]];
            const fx = scale * ties[i + 2],
                fy = scale * ties[i + 3],
                fz = scale * ties[i + 4];
            if (node < 0) {
                px += fx;
                py += fy;
                pz += fz;
                for (let k = 0; k < 4; k++) work[k] = ties[i + 5 + k];
            } else {
                const r = 9 * node;
                px += weight * x[3 * node] + R[r] * fx + R[r + 1] * fy + R[r + 2] * fz;
                py += weight * x[3 * node + 1] + R[r + 3] * fx + R[r + 4] * fy + R[r + 5] * fz;
                pz += weight * x[3 * node + 2] + R[r + 6] * fx + R[r + 7] * fy + R[r + 8] * fz;
                multiply(work, 0, q, 4 * node, ties, i + 5);
            }
            const sign = a * work[0] + b * work[1] + c * work[2] + d * work[3] < 0 ? -weight : weight;
            a += sign * work[0];
            b += sign * work[1];
            c += sign * work[2];
            d += sign * work[3];
        }
        const length = Math.hypot(a, b, c, d) || 1;
        places[3 * v] = px;
        places[3 * v + 1] = py;
        places[3 * v + 2] = pz;
        axes[4 * v] = a / length;
        axes[4 * v + 1] = b / length;
        axes[4 * v + 2] = c / length;
        axes[4 * v + 3] = d / length;
    }

    /** Box around the model: nodes at all frames, vertices and bodies at some of them. */
    bounds() {
        const low = [Infinity, Infinity, Infinity],
            high = [-Infinity, -Infinity, -Infinity];
        const take = (c, v) => {
            if (!Number.isFinite(v)) return;
            low[c] = Math.min(low[c], v);
            high[c] = Math.max(high[c], v);
        };
        const stride = Math.max(1, Math.floor(this.n / 200));
        for (let node = 0; node < this.model.nodes.length; node++)
            for (let k = 0; k < this.n; k += stride) for (let c = 0; c < 3; c++) take(c, this.at(node, c, k));
        const bodies = this.model.shapes.filter((shape) => shape.kind === "body");
        const drawn = this.model.shapes.filter((shape) => shape.kind !== "frame");
        const looks = Math.min(this.n, this.model.vertices.length > 20000 ? 3 : 24);
        for (let k = 0; k < looks; k++) {
            this.setTime(this.times[Math.round((k * (this.n - 1)) / Math.max(looks - 1, 1))]);
            for (const { first, n } of drawn)
                for (let i = 3 * first; i < 3 * (first + n); i++) take(i % 3, this.places[i]);
            for (const body of bodies) this.reach(body).forEach(([least, most], c) => (take(c, least), take(c, most)));
        }
        this.setTime(this.begin);
        return low[0] <= high[0] ? { low, high } : { low: [-1, -1, -1], high: [1, 1, 1] };
    }
}

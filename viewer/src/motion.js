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

export class Motion {
    constructor({ model, motion, modes }) {
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
        this.ties = Float64Array.from(model.ties);
        this.places = new Float32Array(3 * model.vertices.length);
        this.axes = new Float32Array(4 * model.vertices.length);
        this.work = new Float64Array(4);
    }

    get begin() {
        return this.times[0];
    }
    get end() {
        return this.times[this.n - 1];
    }

    /** Index of the last frame that is not after t. */
    frameAt(t) {
        let low = 0,
            high = this.n - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.times[middle] <= t) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    /** One coordinate (0-2) or part of the quaternion (3-6) of a node, at a frame. */
    at(node, component, frame) {
        return this.numbers[this.n * (1 + 7 * node + component) + frame];
    }

    setTime(t) {
        const i = this.frameAt(t),
            j = Math.min(i + 1, this.n - 1);
        const s = j > i ? Math.min(Math.max((t - this.times[i]) / (this.times[j] - this.times[i]), 0), 1) : 0;
        for (let node = 0; node < this.model.nodes.length; node++) {
            for (let c = 0; c < 3; c++) this.x[3 * node + c] = lerp(this.at(node, c, i), this.at(node, c, j), s);
            this.turn(node, i, j, s);
        }
        this.finish();
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

    finish() {
        for (let node = 0; node < this.model.nodes.length; node++) matrixOf(this.q, 4 * node, this.R, 9 * node);
        for (let v = 0; v < this.model.vertices.length; v++) this.placeVertex(v);
    }

    /** p = sum (weight x + R f); the quaternions of the ties, weighted, give the axes. */
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
            const i = 9 * t,
                node = ties[i],
                weight = ties[i + 1];
            const fx = ties[i + 2],
                fy = ties[i + 3],
                fz = ties[i + 4];
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

    /** Box around all nodes at all frames and all vertices now. */
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
        for (let i = 0; i < this.places.length; i++) take(i % 3, this.places[i]);
        return low[0] <= high[0] ? { low, high } : { low: [-1, -1, -1], high: [1, 1, 1] };
    }
}

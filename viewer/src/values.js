// values.js - colouring by a quantity: which there are, and the value of each shape at the time that is shown.

/** Families: the same quantity of all nodes, or of all elements of a card: [{key, words, of: Map}]. */
export function families({ model, series }) {
    const found = new Map();
    const note = (key, owner, quantity) => {
        if (!found.has(key)) found.set(key, { key, words: `${key} ${quantity.unit}`.trim(), of: new Map() });
        found.get(key).of.set(owner, quantity);
    };
    const nodes = new Map(model.nodes.map((node, i) => [`node.struct.${node.label}`, i]));
    const things = new Map(model.things.map((thing, i) => [thing.prefix.slice(0, -1), i]));
    for (const quantity of series.quantities) {
        if (quantity.size === 9) continue;
        const parts = quantity.name.split(".");
        const owner = parts.slice(0, 3).join("."),
            column = parts.slice(3).join(".");
        if (nodes.has(owner)) note(`node ${column}`, `n${nodes.get(owner)}`, quantity);
        else if (things.has(owner)) note(`${parts[1]} ${column}`, `t${things.get(owner)}`, quantity);
    }
    return [...found.values()];
}

/** A function for Stage.values, with the range over all times. */
export function colouring(stage, { model }, family) {
    let low = Infinity,
        high = -Infinity;
    const size = (quantity, k) =>
        quantity.size === 1 ? quantity.of(0)[k] : Math.hypot(quantity.of(0)[k], quantity.of(1)[k], quantity.of(2)[k]);
    for (const quantity of family.of.values())
        for (let k = 0; k < quantity.of(0).length; k++) {
            const v = size(quantity, k);
            if (v < low) low = v;
            if (v > high) high = v;
        }
    const parts = new Map(
        [...family.of].map(([owner, q]) => [owner, Array.from({ length: q.size }, (_, c) => q.of(c))]),
    );
    const part = (owner) => {
        const series = parts.get(owner);
        if (!series) return undefined;
        const v =
            series.length === 1 ? stage.valueAt(series[0]) : Math.hypot(...series.map((one) => stage.valueAt(one)));
        return (v - low) / (high - low || 1);
    };
    const ofNodes = family.key.startsWith("node ");
    const value = (shape, vertex) => {
        if (shape.kind === "node") return ofNodes ? part(`n${shape.node}`) : undefined;
        return ofNodes ? blend(vertex) : part(`t${shape.thing}`);
    };
    /** Between its nodes, a vertex has the mean of their values. */
    const blend = (vertex) => {
        let sum = 0;
        const first = model.firstTie[vertex];
        for (let t = first; t < first + model.vertices[vertex]; t++) {
            const node = model.ties[10 * t];
            const v = node < 0 ? undefined : part(`n${node}`);
            if (v === undefined) return undefined;
            sum += model.ties[10 * t + 1] * v;
        }
        return sum;
    };
    return { value, low, high };
}

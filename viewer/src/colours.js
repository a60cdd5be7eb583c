// colours.js - colours of kinds, in light and dark, and the scale that values are shown by.

export const KINDS = {
    node: ["#455a64", "#b0bec5"],
    body: ["#5c8fd6", "#6fa1e8"],
    beam: ["#2e8b74", "#4fc3a1"],
    joint: ["#d9822b", "#f0a04b"],
    force: ["#c0392b", "#ff6f61"],
    aerodynamic: ["#7aa6c2", "#8fc1e0"],
    inducedvelocity: ["#7aa6c2", "#8fc1e0"],
    plate: ["#8e7cc3", "#a995e8"],
    solid: ["#8d8d6e", "#b7b78e"],
    frame: ["#8a8f98", "#8a8f98"],
};
const OTHER = ["#78909c", "#90a4ae"];

export const colourOf = (kind, isDark) => (KINDS[kind] ?? OTHER)[isDark ? 1 : 0];

// Points of a scale that grows in lightness, from violet over green to yellow.
const SCALE = [
    [0.267, 0.005, 0.329],
    [0.283, 0.141, 0.458],
    [0.229, 0.322, 0.546],
    [0.173, 0.449, 0.558],
    [0.128, 0.567, 0.551],
    [0.158, 0.684, 0.502],
    [0.369, 0.789, 0.383],
    [0.678, 0.864, 0.19],
    [0.993, 0.906, 0.144],
];

/** Red, green, blue of a part from 0 to 1, into out. */
export function scaled(part, out) {
    const at = Math.min(Math.max(Number.isFinite(part) ? part : 0, 0), 1) * (SCALE.length - 1);
    const i = Math.min(Math.floor(at), SCALE.length - 2);
    for (let c = 0; c < 3; c++) out[c] = SCALE[i][c] + (SCALE[i + 1][c] - SCALE[i][c]) * (at - i);
    return out;
}

export const scaleGradient = `linear-gradient(to right, ${SCALE.map(
    (c) => `rgb(${c.map((v) => Math.round(255 * v)).join(" ")})`,
).join(", ")})`;

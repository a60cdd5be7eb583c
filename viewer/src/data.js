// data.js - what the page carries: the model as JSON, numbers as deflated planes of bytes in base64 (src/app/page.c).

const bytesOf = (text) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
};

async function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function numbersOf(id) {
    const text = document.getElementById(id).textContent.trim();
    if (!text) return new Float32Array(0);
    const planes = await inflate(bytesOf(text));
    const n = planes.length / 4;
    const bytes = new Uint8Array(planes.length);
    for (let k = 0; k < 4; k++) for (let i = 0, from = k * n; i < n; i++) bytes[4 * i + k] = planes[from + i];
    return new Float32Array(bytes.buffer);
}

/** The series of each quantity: [{name, unit, words, size, of(component)}], and their times. */
function series(model, numbers) {
    const n = model.points;
    let at = n;
    const quantities = model.quantities.map((q) => {
        const first = at;
        at += n * q.size;
        return { ...q, of: (c) => numbers.subarray(first + c * n, first + (c + 1) * n) };
    });
    return { times: numbers.subarray(0, n), quantities, byName: new Map(quantities.map((q) => [q.name, q])) };
}

/** The modes of each eigenanalysis, with 12 numbers a node: displacement and rotation, real and imaginary. */
function modes(model, numbers) {
    let at = 0;
    return model.modes.map((analysis) => ({
        ...analysis,
        shapes: analysis.lambda.map(() => {
            const size = 12 * analysis.nodes.length;
            at += size;
            return numbers.subarray(at - size, at);
        }),
    }));
}

export async function load() {
    const model = JSON.parse(document.getElementById("model").textContent);
    const [ties, motion, numbers, shapes] = await Promise.all(["ties", "motion", "series", "modes"].map(numbersOf));
    model.ties = ties;
    let tie = 0;
    model.firstTie = model.vertices.map((n) => (tie += n) - n);
    return { model, motion, series: series(model, numbers), modes: modes(model, shapes) };
}

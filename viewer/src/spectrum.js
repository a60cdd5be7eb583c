// spectrum.js - the amplitude spectrum of a signal: sampled evenly, less its mean, under Hann's window.

/** In place, of a power of two. */
function transform(re, im) {
    const n = re.length;
    for (let i = 1, j = 0; i < n; i++) {
        let bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            [re[i], re[j]] = [re[j], re[i]];
            [im[i], im[j]] = [im[j], im[i]];
        }
    }
    for (let size = 2; size <= n; size <<= 1) {
        const half = size >> 1;
        for (let k = 0; k < half; k++) {
            const c = Math.cos((2 * Math.PI * k) / size),
                s = -Math.sin((2 * Math.PI * k) / size);
            for (let i = k; i < n; i += size) {
                const j = i + half,
                    x = re[j] * c - im[j] * s,
                    y = re[j] * s + im[j] * c;
                re[j] = re[i] - x;
                im[j] = im[i] - y;
                re[i] += x;
                im[i] += y;
            }
        }
    }
}

/** Values between times, on a straight line. */
function sample(times, values, n) {
    const out = new Float64Array(n),
        begin = times[0],
        step = (times[times.length - 1] - begin) / n;
    for (let i = 0, k = 0; i < n; i++) {
        const t = begin + i * step;
        while (k + 2 < times.length && times[k + 1] <= t) k++;
        const part = (t - times[k]) / (times[k + 1] - times[k] || 1);
        out[i] = values[k] + part * (values[k + 1] - values[k]);
    }
    return { out, step };
}

/** [frequencies, amplitudes]; a sine of amplitude 1 has a peak of 1. */
export function spectrum(times, values) {
    if (times.length < 8) return [[0], [0]];
    const n = 2 ** Math.floor(Math.log2(Math.min(times.length, 65536)));
    const { out, step } = sample(times, values, n);
    const mean = out.reduce((sum, v) => sum + v, 0) / n;
    for (let i = 0; i < n; i++) out[i] = (out[i] - mean) * (1 - Math.cos((2 * Math.PI * i) / n));
    const im = new Float64Array(n);
    transform(out, im);
    const frequencies = [],
        amplitudes = [];
    for (let i = 0; i < n / 2; i++) {
        frequencies.push(i / (n * step));
        amplitudes.push((2 * Math.hypot(out[i], im[i])) / n);
    }
    return [frequencies, amplitudes];
}

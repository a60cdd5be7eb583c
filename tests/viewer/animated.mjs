// animated.mjs - PNG pictures, one after the other, as one animated PNG: the frames of the first are followed by those of the rest.
import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function crc(bytes) {
    if (crc32) return crc32(bytes);
    let c = 0xffffffff;
    for (const byte of bytes) {
        c ^= byte;
        for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
    }
    return (c ^ 0xffffffff) >>> 0;
}

function chunk(kind, data) {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length, 0);
    out.write(kind, 4, "latin1");
    data.copy(out, 8);
    out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length);
    return out;
}

/** [kind, data] of each chunk. */
function chunksOf(png) {
    const found = [];
    for (let at = SIGNATURE.length; at < png.length; ) {
        const size = png.readUInt32BE(at);
        found.push([png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + size)]);
        at += 12 + size;
    }
    return found;
}

const numbers = (...values) => {
    const out = Buffer.alloc(4 * values.length);
    values.forEach((v, i) => out.writeUInt32BE(v, 4 * i));
    return out;
};

/** Pictures of the same size and kind, shown for so many milliseconds each, for ever. */
export function animated(pictures, milliseconds) {
    const header = chunksOf(pictures[0]).find(([kind]) => kind === "IHDR")[1];
    const parts = [SIGNATURE, chunk("IHDR", header), chunk("acTL", numbers(pictures.length, 0))];
    let sequence = 0;
    pictures.forEach((picture, i) => {
        const chunks = chunksOf(picture);
        if (!chunks[0][1].equals(header)) throw new Error("the pictures are not alike");
        const times = Buffer.from([milliseconds >> 8, milliseconds & 255, 1000 >> 8, 1000 & 255, 0, 0]);
        const place = numbers(sequence++, header.readUInt32BE(0), header.readUInt32BE(4), 0, 0);
        parts.push(chunk("fcTL", Buffer.concat([place, times])));
        for (const [kind, data] of chunks.filter(([kind]) => kind === "IDAT"))
            parts.push(i === 0 ? chunk(kind, data) : chunk("fdAT", Buffer.concat([numbers(sequence++), data])));
    });
    return Buffer.concat([...parts, chunk("IEND", Buffer.alloc(0))]);
}

// plots.js - results against time, several at once, that share their cursor with the animation; their spectra; export.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { el } from "./dom.js";
import { save } from "./files.js";
import { lastUpTo } from "./motion.js";
import { spectrum } from "./spectrum.js";

const COLOURS = ["#2f7ed8", "#d9822b", "#2e8b57", "#c0392b", "#8e5ea2", "#0097a7", "#a0522d", "#6b7280", "#b8860b"];
const AXES = ["x", "y", "z"];
const HEIGHT = 190;

/** "x", "y", "z" for a vector, "11" ... for a matrix by columns. */
const componentName = (quantity, c) =>
    quantity.size === 1 ? "" : quantity.size === 3 ? AXES[c] : `${(c % 3) + 1}${Math.floor(c / 3) + 1}`;
const unitOf = (quantity) => (quantity.unit && quantity.unit !== "-" ? ` (${quantity.unit})` : "");

/** A number of an axis, that has no more room than a few digits. */
const shortNumber = (v) =>
    v !== 0 && (Math.abs(v) >= 1e5 || Math.abs(v) < 1e-3)
        ? v.toExponential(2).replace(/\.?0+e\+?/, "e")
        : String(Number(v.toPrecision(6)));

export class Plots {
    constructor(container, data, onTime) {
        this.container = container;
        this.data = data;
        this.onTime = onTime;
        this.panels = [];
        this.list = el("div", { class: "plots" });
        this.choice = el("input", {
            type: "search",
            list: "quantities",
            placeholder: "Plot a result: type a part of its name",
            "aria-label": "Result to plot",
        });
        this.choice.addEventListener("change", () => {
            if (!data.series.byName.has(this.choice.value)) return;
            this.add(this.choice.value);
            this.choice.value = "";
        });
        const names = el("datalist", { id: "quantities" });
        for (const q of data.series.quantities.slice(0, 5000))
            names.append(el("option", { value: q.name }, `${q.words}${unitOf(q)}`));
        const energies = data.series.quantities.filter((q) => q.name.startsWith("energy."));
        if (energies.length)
            this.energies = el(
                "button",
                { title: "Where the energy goes", onclick: () => this.addEnergies() },
                "energies",
            );
        container.append(this.choice, names, ...(this.energies ? [this.energies] : []), this.list);
        new ResizeObserver(() => this.panels.forEach((panel) => panel.resize())).observe(container);
    }

    /** A panel for a quantity, or one more in a panel. */
    add(name, panel) {
        const quantity = this.data.series.byName.get(name);
        if (!quantity) return;
        if (!panel) {
            panel = new Panel(this);
            this.panels.push(panel);
            this.list.append(panel.element);
        }
        panel.quantities.push(quantity);
        panel.draw();
        panel.element.scrollIntoView({ block: "nearest" });
    }

    /** All of them in one panel. */
    addEnergies() {
        const [first, ...rest] = this.data.series.quantities.filter((q) => q.name.startsWith("energy."));
        this.add(first.name);
        const panel = this.panels.at(-1);
        for (const quantity of rest) panel.quantities.push(quantity);
        panel.draw();
    }

    remove(panel) {
        this.panels = this.panels.filter((other) => other !== panel);
        panel.plot?.destroy();
        panel.element.remove();
    }

    setTime(t) {
        this.time = t;
        for (const panel of this.panels) panel.mark();
    }

    redraw() {
        for (const panel of this.panels) panel.draw();
    }
}

class Panel {
    constructor(plots) {
        this.plots = plots;
        this.quantities = [];
        this.isSpectrum = false;
        const button = (words, title, act) => el("button", { title, onclick: act }, words);
        this.title = el("strong");
        this.more = el("input", {
            list: "quantities",
            type: "search",
            placeholder: "add",
            title: "Add another result to this plot",
            "aria-label": "Add to this plot",
        });
        this.more.addEventListener("change", () => {
            plots.add(this.more.value, this);
            this.more.value = "";
        });
        this.place = el("div", { class: "plot" });
        this.element = el(
            "section",
            { class: "panel" },
            el(
                "header",
                {},
                this.title,
                this.more,
                button("∿", "Spectrum, or against time", () => this.flip()),
                button("csv", "Save the numbers", () => this.saveCsv()),
                button("svg", "Save the drawing", () => this.saveSvg()),
                button("png", "Save the picture", () => this.savePng()),
                button("×", "Close", () => plots.remove(this)),
            ),
            this.place,
        );
    }

    flip() {
        this.isSpectrum = !this.isSpectrum;
        this.draw();
    }

    /** Every component: its name with unit, and its values. */
    columns() {
        const { times } = this.plots.data.series;
        const columns = this.quantities.flatMap((quantity) =>
            Array.from({ length: quantity.size }, (_, c) => ({
                name: [this.shortName(quantity), componentName(quantity, c)].join(" ").trim() + unitOf(quantity),
                values: quantity.of(c),
            })),
        );
        if (!this.isSpectrum) return { x: times, name: "time", columns };
        const spectra = columns.map((column) => spectrum(times, column.values));
        return {
            x: spectra[0][0],
            name: "frequency",
            columns: columns.map((column, i) => ({ name: `|${column.name}|`, values: spectra[i][1] })),
        };
    }

    shortName(quantity) {
        return quantity.name.replace(/^(node\.struct|elem|energy)\./, "");
    }

    draw() {
        const style = getComputedStyle(document.documentElement);
        const ink = style.getPropertyValue("--ink"),
            line = style.getPropertyValue("--line");
        const { x, name, columns } = this.columns();
        this.shown = { x, name, columns };
        this.title.textContent = this.quantities.map((q) => this.shortName(q)).join(", ");
        this.title.title = this.quantities.map((q) => `${q.name}: ${q.words}`).join("\n");
        this.plot?.destroy();
        const rule = { stroke: line, width: 1 };
        const axis = { stroke: ink, grid: rule, ticks: rule, values: (_, splits) => splits.map(shortNumber) };
        const value = (_, v) => (v == null ? "" : Number(v.toPrecision(4)));
        this.plot = new uPlot(
            {
                width: this.place.clientWidth || 320,
                height: HEIGHT,
                cursor: { sync: this.isSpectrum ? undefined : { key: "time" }, drag: { x: true, y: false } },
                scales: { x: { time: false } },
                axes: [
                    { ...axis, size: 34 },
                    { ...axis, size: 58 },
                ],
                series: [
                    { label: name, value },
                    ...columns.map((column, i) => ({
                        label: column.name,
                        stroke: COLOURS[i % COLOURS.length],
                        width: 1.5,
                        value,
                    })),
                ],
                hooks: { draw: [(plot) => this.drawMark(plot)], ready: [(plot) => this.tell(plot)] },
            },
            [x, ...columns.map((column) => column.values)],
            this.place,
        );
        this.plot.over.addEventListener("click", () => this.goToCursor());
    }

    /** The values at the time that is shown, unless the mouse asks for another. */
    tell(plot) {
        if (this.isSpectrum || plot.cursor.left >= 0) return;
        plot.setLegend({ idx: lastUpTo(this.shown.x, this.plots.time ?? 0) }, false);
    }

    goToCursor() {
        const { left } = this.plot.cursor;
        if (!this.isSpectrum && left >= 0) this.plots.onTime(this.plot.posToVal(left, "x"));
    }

    resize() {
        const width = this.place.clientWidth;
        if (width && this.plot && width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
    }

    mark() {
        if (this.isSpectrum || !this.plot) return;
        this.plot.redraw(false, false);
        this.tell(this.plot);
    }

    /** The line of the time that is shown. */
    drawMark(plot) {
        const x = plot.valToPos(this.plots.time ?? 0, "x", true);
        if (this.isSpectrum || x < plot.bbox.left || x > plot.bbox.left + plot.bbox.width) return;
        plot.ctx.save();
        plot.ctx.strokeStyle = "#e91e63";
        plot.ctx.beginPath();
        plot.ctx.moveTo(x, plot.bbox.top);
        plot.ctx.lineTo(x, plot.bbox.top + plot.bbox.height);
        plot.ctx.stroke();
        plot.ctx.restore();
    }

    fileName(extension) {
        return `${this.quantities
            .map((q) => q.name)
            .join("+")
            .slice(0, 80)}.${extension}`;
    }

    csv() {
        const { x, name, columns } = this.shown;
        const rows = [[name, ...columns.map((column) => `"${column.name}"`)].join(",")];
        for (let k = 0; k < x.length; k++) rows.push([x[k], ...columns.map((column) => column.values[k])].join(","));
        return rows.join("\n") + "\n";
    }

    saveCsv() {
        save(this.fileName("csv"), this.csv(), "text/csv");
    }

    savePng() {
        this.plot.ctx.canvas.toBlob((blob) => save(this.fileName("png"), blob));
    }

    /** The part that is shown, as paths with two axes. */
    svg() {
        const [width, height, left, bottom] = [640, 320, 60, 40];
        const { x, columns, name } = this.shown;
        const sx = this.plot.scales.x,
            sy = this.plot.scales.y;
        const px = (v) => left + ((v - sx.min) / (sx.max - sx.min || 1)) * (width - left - 10);
        const py = (v) => height - bottom - ((v - sy.min) / (sy.max - sy.min || 1)) * (height - bottom - 10);
        const paths = columns.map((column, i) => {
            let d = "";
            for (let k = 0; k < x.length; k++)
                if (x[k] >= sx.min && x[k] <= sx.max && Number.isFinite(column.values[k]))
                    d += `${d ? "L" : "M"}${px(x[k]).toFixed(1)} ${py(column.values[k]).toFixed(1)}`;
            const label = `<text x="${left + 10}" y="${24 + 15 * i}" fill="${COLOURS[i % COLOURS.length]}">${column.name}</text>`;
            return `<path d="${d}" fill="none" stroke="${COLOURS[i % COLOURS.length]}"/>${label}`;
        });
        const number = (v) => Number(v.toPrecision(4));
        const ticks = [0, 0.25, 0.5, 0.75, 1].map((s) => {
            const a = sx.min + s * (sx.max - sx.min),
                b = sy.min + s * (sy.max - sy.min);
            return (
                `<text x="${px(a)}" y="${height - bottom + 16}" text-anchor="middle">${number(a)}</text>` +
                `<text x="${left - 6}" y="${py(b) + 4}" text-anchor="end">${number(b)}</text>`
            );
        });
        return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<path d="M${left} 10V${height - bottom}H${width - 10}" fill="none" stroke="#888"/>
${ticks.join("")}<text x="${width / 2}" y="${height - 6}" text-anchor="middle">${name}</text>
${paths.join("\n")}
</svg>
`;
    }

    saveSvg() {
        save(this.fileName("svg"), this.svg(), "image/svg+xml");
    }
}

// main.js - puts the page together: the view, the list, plots, the deck, time; keys.
import "./style.css";
import { scaleGradient } from "./colours.js";
import { load } from "./data.js";
import { Deck } from "./deck.js";
import { el, toggle } from "./dom.js";
import { save } from "./files.js";
import { List } from "./list.js";
import { Motion } from "./motion.js";
import { Player } from "./player.js";
import { Plots } from "./plots.js";
import { Stage } from "./stage.js";
import { colouring, families } from "./values.js";

const MOST_LABELS = 250;
const KEYS = [
    ["space", "play or stop"],
    ["← →", "a frame back or on; with shift, ten"],
    ["Home, End", "beginning, end"],
    ["+ -", "faster, slower"],
    ["f", "fit; 1 2 3 4: aslant, front, side, top"],
    ["l", "labels"],
    ["t", "trails: of the chosen node, or of all"],
    ["n", "axes of nodes"],
    ["b", "bodies as boxes or ellipsoids"],
    ["g", "grid"],
    ["/", "search"],
    ["e, p, k", "elements, plots, deck"],
    ["d", "light or dark"],
    ["Esc", "choose nothing"],
];

class Viewer {
    constructor(root, data) {
        this.data = data;
        this.model = data.model;
        this.motion = new Motion(data);
        document.title = `${this.model.title} - Torsor`;
        this.makeFrame(root);
        this.stage = new Stage(this.view, data, this.motion);
        this.plots = new Plots(this.plotsPart, data, (t) => this.player.setTime(t));
        this.deck = new Deck(this.deckPart, this.model, { select: (what) => this.select(what) });
        this.list = new List(this.listPart, data, {
            select: (what) => this.select(what),
            hide: (kind, on) => this.hide(kind, on),
            plot: (name) => this.openPlot(name),
        });
        this.player = new Player(this.bar, this.motion, (t) => this.showTime(t));
        this.makeOptions();
        this.listenToPointer();
        this.listenToKeys();
        this.setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
        this.player.refresh();
        if (this.motion.n > 1) {
            this.player.playButton.set(true);
            this.plotFirst();
        } else if (this.modeChoice) {
            this.modeChoice.selectedIndex = 1;
            this.showMode(this.modeChoice.value);
            this.player.playButton.set(true);
        }
        requestAnimationFrame((now) => this.loop(now));
    }

    // --- frame ---------------------------------------------------------------------------------------------------------

    makeFrame(root) {
        this.view = el("div", { class: "view" });
        this.labels = el("div", { class: "labels", "aria-hidden": "true" });
        this.legend = el("div", { class: "legend", hidden: true });
        this.tip = el("div", { class: "tip", hidden: true });
        this.listPart = el("aside", { class: "part list" });
        this.plotsPart = el("aside", { class: "part right plots-part" });
        this.deckPart = el("aside", { class: "part right deck-part" });
        this.bar = el("footer", { class: "bar" });
        this.tools = el("nav", { class: "tools" });
        this.options = el("div", { class: "options" });
        this.view.append(this.labels, this.legend, this.tip, this.options);
        const right = el("div", { class: "rights" }, this.plotsPart, this.deckPart);
        this.root = root;
        root.replaceChildren(
            el("header", { class: "top" }, el("h1", {}, this.model.title), this.summary(), this.tools),
            this.listPart,
            this.view,
            right,
            this.bar,
        );
        const isWide = matchMedia("(min-width: 900px)").matches;
        this.buttons = {
            list: this.partButton("Elements", "Nodes and elements (e)", "with-list", isWide),
            plots: this.partButton(
                "Plots",
                "Results against time (p)",
                "with-plots",
                isWide && this.model.quantities.length > 0,
            ),
            deck: this.partButton("Deck", "Text of the deck (k)", "with-deck", false),
            options: this.partButton("View", "What is shown", "with-options", false),
        };
        this.dark = toggle("◐", "Light or dark (d)", false, (on) => this.setTheme(on));
        this.tools.append(
            ...Object.values(this.buttons),
            el("button", { title: "Save the picture", onclick: () => this.saveImage() }, "png"),
            this.dark,
            el("button", { title: "Keys (?)", onclick: () => this.help() }, "?"),
        );
    }

    summary() {
        const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
        const parts = [
            count(this.model.nodes.length, "node"),
            count(this.model.things.filter((t) => t.group !== "frame").length, "element"),
        ];
        if (this.model.times) parts.push(count(this.model.times, "time"));
        if (this.model.times > this.model.frames) parts.push(`${this.model.frames} shown`);
        return el("p", { class: "summary" }, parts.join(", "));
    }

    partButton(words, title, name, isOn) {
        const button = toggle(words, title, isOn, (on) => {
            this.root.classList.toggle(name, on);
            if (name === "with-deck" && on) this.deck.mark(this.stage.selected, true);
        });
        this.root.classList.toggle(name, isOn);
        return button;
    }

    help() {
        const rows = KEYS.map(([key, words]) => el("tr", {}, el("th", {}, key), el("td", {}, words)));
        const close = el("button", { onclick: () => dialog.close() }, "Close");
        const note = el(
            "p",
            {},
            "Drag to turn, right drag to move, wheel to come nearer. Click to choose; drag in a plot to zoom, double click to see all of it.",
        );
        const dialog = el("dialog", {}, el("h2", {}, "Keys"), el("table", {}, ...rows), note, close);
        dialog.addEventListener("close", () => dialog.remove());
        document.body.append(dialog);
        dialog.showModal();
    }

    // --- options -------------------------------------------------------------------------------------------------------

    makeOptions() {
        const { stage } = this;
        const row = (words, ...parts) => el("label", {}, el("span", {}, words), ...parts);
        const slider = (min, max, value, change) =>
            el("input", {
                type: "range",
                min,
                max,
                step: "any",
                value,
                oninput: (event) => (change(Number(event.target.value)), this.refresh()),
            });
        const change = (name) => (on) => {
            stage[name] = on;
            this.refresh();
        };
        this.labelsButton = toggle("labels", "Labels (l)", false, (on) => ((this.hasLabels = on), this.refresh()));
        this.trailsButton = toggle("trails", "Trails (t)", false, change("trails"));
        this.triadsButton = toggle("axes", "Axes of nodes (n)", false, change("triads"));
        this.formButton = toggle("ellipsoids", "Bodies as ellipsoids of inertia (b)", false, (on) =>
            change("form")(on ? "ellipsoid" : "box"),
        );
        this.gridButton = toggle(
            "grid",
            "Grid (g)",
            true,
            (on) => (on ? stage.hidden.delete("grid") : stage.hidden.add("grid"), stage.makeGrid(), this.refresh()),
        );
        this.families = families(this.data);
        this.colourChoice = el("select", {
            "aria-label": "Colour by",
            onchange: () => this.colourBy(this.colourChoice.value),
        });
        this.colourChoice.append(
            el("option", { value: "" }, "kind"),
            ...this.families.map((f) => el("option", { value: f.key }, f.words)),
        );
        this.options.append(
            el(
                "div",
                { class: "chips" },
                this.labelsButton,
                this.trailsButton,
                this.triadsButton,
                this.formButton,
                this.gridButton,
            ),
            row("colour by", this.colourChoice),
            row(
                "symbols",
                slider(0.2, 4, 1, (v) => (stage.scale = v)),
            ),
            row(
                "arrows",
                slider(0.1, 5, 1, (v) => (stage.arrowScale = v)),
            ),
            ...this.deformation(row, slider),
            el(
                "div",
                { class: "chips" },
                ...["iso", "front", "side", "top"].map((name) =>
                    el("button", { onclick: () => stage.fit(name) }, name),
                ),
                el("button", { title: "Fit (f)", onclick: () => stage.fit() }, "fit"),
            ),
            ...this.modeOptions(row, slider),
        );
    }

    /** Solids and shells may deform too little to be seen: up to a thousand times as much, by powers of ten. */
    deformation(row, slider) {
        if (!this.data.model.things.some(({ group }) => group === "solid" || group === "plate")) return [];
        const times = el("output", {}, "1");
        const set = (v) => {
            this.motion.magnification = 10 ** v;
            times.textContent = this.motion.magnification.toPrecision(2);
            this.player.setTime(this.player.time);
        };
        return [row("deformation", slider(0, 3, 0, set), times)];
    }

    modeOptions(row, slider) {
        if (!this.data.modes.some((analysis) => analysis.lambda.length)) return [];
        this.modeChoice = el("select", { "aria-label": "Mode", onchange: () => this.showMode(this.modeChoice.value) });
        this.modeChoice.append(el("option", { value: "" }, "motion in time"));
        this.data.modes.forEach((analysis, i) => {
            const group = el("optgroup", { label: `modes at time ${analysis.time}` });
            analysis.lambda.forEach(([re, im], k) => {
                const damping = (-100 * re) / Math.hypot(re, im);
                const words = `${(im / (2 * Math.PI)).toPrecision(4)} Hz, ${damping.toFixed(2)} %`;
                group.append(el("option", { value: `${i}.${k}` }, `${k + 1}: ${words}`));
            });
            this.modeChoice.append(group);
        });
        this.buttons.options.set(true);
        this.amplitude = 1;
        return [
            row("motion", this.modeChoice),
            row(
                "amplitude",
                slider(0, 5, 1, (v) => ((this.amplitude = v), this.showMode(this.modeChoice.value))),
            ),
        ];
    }

    /** A mode moves its nodes by a tenth of the model at amplitude 1. */
    showMode(value) {
        this.stage.isMode = value !== "";
        if (value === "") {
            this.player.setMode(null);
            return;
        }
        const [analysis, mode] = value.split(".").map(Number);
        const { size, phase } = this.motion.modeSize(analysis, mode);
        this.player.setMode({
            analysis,
            mode,
            phase,
            amplitude: (0.1 * this.amplitude * this.stage.size) / (size || 1),
        });
    }

    colourBy(key) {
        const family = this.families.find((f) => f.key === key);
        const by = family && colouring(this.stage, this.data, family);
        this.stage.values = by?.value ?? null;
        this.legend.hidden = !by;
        if (by) {
            const number = (v) => el("span", {}, v.toPrecision(3));
            const scale = el("i", { style: `background:${scaleGradient}` });
            this.legend.replaceChildren(el("b", {}, family.words), number(by.low), scale, number(by.high));
        }
        this.refresh();
    }

    setTheme(isDark) {
        document.documentElement.dataset.theme = isDark ? "dark" : "light";
        this.dark.setAttribute("aria-pressed", String(isDark));
        this.stage.setTheme(isDark);
        this.plots.redraw();
        this.refresh();
    }

    // --- choosing ------------------------------------------------------------------------------------------------------

    select(what) {
        this.stage.selected = what;
        this.list.mark(what);
        this.deck.mark(what, true);
        this.refresh();
    }

    hide(kind, isHidden) {
        if (isHidden) this.stage.hidden.add(kind);
        else this.stage.hidden.delete(kind);
        this.refresh();
    }

    openPlot(name) {
        this.buttons.plots.set(true);
        this.plots.add(name);
    }

    /** To begin with: where the node that moves farthest has been; else what turns, or changes at all. Then the energies. */
    plotFirst() {
        const kinds = [/^node\.struct\.\d+\.X$/, /^node\.struct\.\d+\.(E|Phi|Omega)$/, /./];
        for (const [i, kind] of kinds.entries()) {
            const best = this.largestChange(kind);
            if (!best || best.change <= 1e-9 * (i === 0 ? this.stage.size : 1)) continue;
            this.plots.add(best.name);
            break;
        }
        if (this.plots.energies) this.plots.addEnergies();
    }

    largestChange(kind) {
        let best = null;
        for (const quantity of this.data.series.quantities) {
            if (!kind.test(quantity.name)) continue;
            let change = 0;
            for (let c = 0; c < quantity.size; c++) {
                const values = quantity.of(c);
                change += values.reduce((most, v) => Math.max(most, Math.abs(v - values[0]) || 0), 0);
            }
            if (!best || change > best.change) best = { change, name: quantity.name };
        }
        return best;
    }

    listenToPointer() {
        const { canvas } = this.stage;
        let down = null;
        canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
        canvas.addEventListener("pointerup", (event) => {
            const isClick = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4;
            down = null;
            if (isClick) this.select(this.stage.pick(event.clientX, event.clientY));
        });
        canvas.addEventListener("pointermove", (event) => {
            if (!event.buttons) this.pointer = [event.clientX, event.clientY];
        });
        canvas.addEventListener("pointerleave", () => (this.pointer = null));
    }

    /** The element under the mouse: its name beside it, its card marked. */
    hover() {
        if (this.pointer === this.lastPointer) return;
        this.lastPointer = this.pointer;
        const found = this.pointer ? this.stage.pick(...this.pointer) : null;
        const same = found?.node === this.stage.hovered?.node && found?.thing === this.stage.hovered?.thing;
        this.tip.hidden = !found;
        if (found) {
            const box = this.view.getBoundingClientRect();
            this.tip.textContent = this.list.wordsOf(found);
            this.tip.style.left = `${this.pointer[0] - box.left + 12}px`;
            this.tip.style.top = `${this.pointer[1] - box.top + 12}px`;
        }
        if (same) return;
        this.stage.hovered = found;
        this.deck.mark(found ?? this.stage.selected, !found && !!this.stage.selected);
        this.refresh();
    }

    // --- keys ----------------------------------------------------------------------------------------------------------

    listenToKeys() {
        const { player, stage } = this;
        const actions = {
            " ": () => player.playButton.flip(),
            Home: () => player.step(-Infinity),
            End: () => player.step(Infinity),
            "+": () => player.faster(1),
            "=": () => player.faster(1),
            "-": () => player.faster(-1),
            f: () => stage.fit(),
            1: () => stage.fit("iso"),
            2: () => stage.fit("front"),
            3: () => stage.fit("side"),
            4: () => stage.fit("top"),
            l: () => this.labelsButton.flip(),
            t: () => this.trailsButton.flip(),
            n: () => this.triadsButton.flip(),
            b: () => this.formButton.flip(),
            g: () => this.gridButton.flip(),
            d: () => this.dark.flip(),
            e: () => this.buttons.list.flip(),
            p: () => this.buttons.plots.flip(),
            k: () => this.buttons.deck.flip(),
            Escape: () => this.select(null),
            "?": () => this.help(),
            "/": () => {
                this.buttons.list.set(true);
                this.list.search.focus();
            },
        };
        document.addEventListener("keydown", (event) => {
            if (
                event.target.closest("input:not([type=range]), select, dialog") ||
                event.ctrlKey ||
                event.metaKey ||
                event.altKey
            )
                return;
            if (event.key === "ArrowLeft" || event.key === "ArrowRight")
                player.step((event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1));
            else if (event.key === " " && event.target.closest("button")) return;
            else if (actions[event.key]) actions[event.key]();
            else return;
            event.preventDefault();
        });
    }

    // --- pictures ------------------------------------------------------------------------------------------------------

    refresh() {
        if (this.player) this.stage.update(this.player.mode ? this.motion.begin : this.player.time);
    }

    showTime(t) {
        this.stage.update(t);
        this.plots.setTime(t);
    }

    drawLabels() {
        const wanted = this.hasLabels ? this.model.nodes.slice(0, MOST_LABELS) : [];
        while (this.labels.children.length > wanted.length) this.labels.lastChild.remove();
        wanted.forEach((node, i) => {
            const label =
                this.labels.children[i] ?? this.labels.appendChild(el("span", {}, String(node.name || node.label)));
            const at = this.stage.project(...this.motion.x.subarray(3 * i, 3 * i + 3));
            label.hidden = !at;
            if (at) label.style.transform = `translate(${at[0].toFixed(1)}px, ${at[1].toFixed(1)}px)`;
        });
    }

    loop(now) {
        this.player.tick(now);
        this.hover();
        if (this.stage.render()) {
            this.drawLabels();
            this.drawn = (this.drawn ?? 0) + 1;
        }
        requestAnimationFrame((next) => this.loop(next));
    }

    async saveImage() {
        save(`${this.model.title}.png`, await this.stage.image());
    }
}

const root = document.getElementById("app");
load()
    .then((data) => (window.viewer = new Viewer(root, data)))
    .catch((error) => {
        root.textContent = `This page cannot be shown: ${error.message}`;
        throw error;
    });

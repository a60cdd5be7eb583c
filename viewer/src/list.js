// list.js - all nodes and elements: search, kinds that can be hidden, what is chosen and the results it has.
import { el, toggle } from "./dom.js";
import { colourOf } from "./colours.js";

const MOST_SHOWN = 400;
const WORDS = { inducedvelocity: "rotor", aerodynamic: "air" };

export class List {
    constructor(container, data, { select, hide, plot }) {
        this.data = data;
        this.model = data.model;
        this.select = select;
        this.plot = plot;
        this.entries = [
            ...this.model.nodes.map((node, i) => ({ kind: "node", what: { node: i }, words: this.nodeWords(node) })),
            ...this.model.things.map((thing, i) => ({
                kind: thing.group,
                what: { thing: i },
                words: this.thingWords(thing),
            })),
        ];
        this.search = el("input", { type: "search", placeholder: "Search ( / )", "aria-label": "Search" });
        this.search.addEventListener("input", () => this.show());
        this.kinds = el("div", { class: "kinds" });
        const drawn = this.entries.filter(
            ({ what }) => what.node !== undefined || this.model.things[what.thing].shapes[1] > 0,
        );
        for (const kind of new Set(drawn.map((entry) => entry.kind))) {
            const swatch = el("i", { style: `background:${colourOf(kind, false)}` });
            const button = toggle("", `Show or hide: ${kind}`, kind !== "frame", (on) => hide(kind, !on));
            button.append(swatch, WORDS[kind] ?? kind);
            this.kinds.append(button);
        }
        this.items = el("ul", { role: "listbox", "aria-label": "Nodes and elements" });
        this.details = el("div", { class: "details" });
        container.append(this.search, this.kinds, this.details, this.items);
        this.show();
    }

    nodeWords(node) {
        return `node ${node.label}${node.name ? ` ${node.name}` : ""}${node.dummy ? " (dummy)" : ""}`;
    }

    thingWords(thing) {
        const kind =
            thing.type && thing.type !== thing.card
                ? `${thing.card} ${thing.label}, ${thing.type}`
                : `${thing.card} ${thing.label}`;
        return thing.name ? `${kind} ${thing.name}` : kind;
    }

    wordsOf(what) {
        return what.node !== undefined
            ? this.nodeWords(this.model.nodes[what.node])
            : this.thingWords(this.model.things[what.thing]);
    }

    show() {
        const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = this.entries.filter((entry) => words.every((word) => entry.words.toLowerCase().includes(word)));
        const items = found.slice(0, MOST_SHOWN).map((entry) => {
            const item = el("li", { role: "option", tabindex: 0, onclick: () => this.select(entry.what) }, entry.words);
            item.addEventListener("keydown", (event) => event.key === "Enter" && this.select(entry.what));
            item.what = entry.what;
            return item;
        });
        if (found.length > MOST_SHOWN) items.push(el("li", { class: "more" }, `and ${found.length - MOST_SHOWN} more`));
        this.items.replaceChildren(...items);
    }

    /** Quantities of a node or an element. */
    quantitiesOf(what) {
        const prefix =
            what.node !== undefined
                ? `node.struct.${this.model.nodes[what.node].label}.`
                : this.model.things[what.thing].prefix;
        return prefix ? this.data.series.quantities.filter((q) => q.name.startsWith(prefix)) : [];
    }

    mark(what) {
        for (const item of this.items.children)
            item.setAttribute(
                "aria-selected",
                String(!!what && item.what?.node === what.node && item.what?.thing === what.thing),
            );
        this.details.replaceChildren();
        if (!what) return;
        const buttons = this.quantitiesOf(what).map((q) =>
            el(
                "button",
                { title: `${q.words} ${q.unit}`, onclick: () => this.plot(q.name) },
                q.name.split(".").slice(3).join("."),
            ),
        );
        this.details.append(el("strong", {}, this.wordsOf(what)), ...this.remark(what));
        this.details.append(el("div", { class: "chips" }, ...buttons));
    }

    /** A body whose inertia belongs to something larger than the model is drawn smaller, and says so. */
    remark(what) {
        const [first, n] = what.thing === undefined ? [0, 0] : this.model.things[what.thing].shapes;
        const small = this.model.shapes.slice(first, first + n).find((shape) => shape.smaller);
        if (!small) return [];
        const words = `drawn ${(1 / small.smaller).toPrecision(2)} times smaller than a box of its inertia`;
        return [el("p", { class: "remark" }, words)];
    }
}

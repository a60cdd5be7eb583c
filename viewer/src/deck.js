// deck.js - the texts of the deck, with the card of the element under the mouse, or chosen, marked.
import { el } from "./dom.js";

export class Deck {
    constructor(container, model, { select }) {
        this.model = model;
        this.container = container;
        const used = new Set([...model.things, ...model.nodes].map((thing) => thing.at[0]));
        this.files = model.texts.map((_, i) => i).filter((i) => i === 0 || used.has(i));
        this.choice = el("select", { "aria-label": "File", onchange: () => this.show(Number(this.choice.value)) });
        for (const i of this.files)
            this.choice.append(el("option", { value: i }, model.texts[i].name.split("/").pop()));
        this.text = el("pre", { class: "deck", tabindex: 0 });
        this.text.addEventListener("click", (event) => {
            const number = Number(event.target.closest("[data-line]")?.dataset.line);
            const found = this.at(this.file, number);
            if (found) select(found);
        });
        container.append(this.files.length > 1 ? this.choice : "", this.text);
        if (this.files.length) this.show(0);
        else this.text.textContent = "The deck of these results is not known: torsor view RESULT -f DECK";
    }

    /** Lines are numbered from 1. Bytes of the deck are characters unless it has others than ASCII. */
    show(file) {
        this.file = file;
        this.choice.value = file;
        const lines = this.model.texts[file].text.split("\n");
        this.starts = [0];
        const bytes = new TextEncoder();
        for (const line of lines) this.starts.push(this.starts.at(-1) + bytes.encode(line).length + 1);
        this.lines = lines.map((line, i) => el("span", { "data-line": i + 1 }, line + "\n"));
        this.text.replaceChildren(...this.lines);
    }

    lineOf(byte) {
        let i = 0;
        while (i + 1 < this.starts.length && this.starts[i + 1] <= byte) i++;
        return i;
    }

    /** What has its card in a line. */
    at(file, line) {
        const has = ({ at }) => at[0] === file && at[1] <= line && this.lineOf(at[3]) + 1 >= line;
        const thing = this.model.things.findIndex(has);
        if (thing >= 0) return { thing };
        const node = this.model.nodes.findIndex(has);
        return node >= 0 ? { node } : null;
    }

    mark(what, isScrolled) {
        const { at } = (what?.thing !== undefined ? this.model.things[what.thing] : this.model.nodes[what?.node]) ?? {
            at: [-1],
        };
        for (const line of this.marked ?? []) line.classList.remove("marked");
        this.marked = [];
        if (at[0] < 0) return;
        if (at[0] !== this.file) {
            if (!isScrolled) return;
            this.show(at[0]);
        }
        this.marked = this.lines.slice(at[1] - 1, this.lineOf(at[3]) + 1);
        for (const line of this.marked) line.classList.add("marked");
        if (isScrolled) this.marked[0]?.scrollIntoView({ block: "center" });
    }
}

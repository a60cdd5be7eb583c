// player.js - time: play, scrub, speed; in a mode, its phase.
import { el, toggle } from "./dom.js";

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
const MODE_SECONDS = 2; // of a period, as it is shown

export class Player {
    constructor(container, motion, show) {
        this.motion = motion;
        this.show = show;
        this.time = motion.begin;
        this.phase = 0;
        this.mode = null; // {analysis, mode, amplitude, phase}
        const span = motion.end - motion.begin;
        this.playButton = toggle("▶", "Play or stop (space)", false, (on) => this.play(on));
        this.slider = el("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time" });
        this.slider.addEventListener("input", () => this.setTime(motion.begin + span * this.slider.value));
        this.reading = el("output", { class: "time" });
        this.speed = el("select", { title: "Speed (+ and -)", "aria-label": "Speed" });
        for (const speed of SPEEDS) this.speed.append(el("option", { value: speed }, `${speed} ×`));
        // A span is shown in two to forty seconds at first.
        const wanted = span > 0 ? Math.min(Math.max(1, span / 20), Math.max(span / 2, 0.01)) : 1;
        this.speed.value = SPEEDS.reduce((best, v) =>
            Math.abs(Math.log(v / wanted)) < Math.abs(Math.log(best / wanted)) ? v : best,
        );
        this.loop = toggle("↻", "Begin again at the end", true, () => {});
        const step = (words, title, by) => el("button", { title, onclick: () => this.step(by) }, words);
        container.append(
            step("|◂", "To the beginning (Home)", -Infinity),
            step("◂", "One frame back (←)", -1),
            this.playButton,
            step("▸", "One frame on (→)", 1),
            this.slider,
            this.reading,
            this.speed,
            this.loop,
        );
    }

    get isPlaying() {
        return this.playButton.getAttribute("aria-pressed") === "true";
    }

    play(on) {
        this.playButton.textContent = on ? "❚❚" : "▶";
        this.last = undefined;
        if (on && !this.mode && this.time >= this.motion.end) this.setTime(this.motion.begin);
    }

    faster(by) {
        this.speed.selectedIndex = Math.min(Math.max(this.speed.selectedIndex + by, 0), SPEEDS.length - 1);
    }

    setTime(t) {
        this.time = Math.min(Math.max(t, this.motion.begin), this.motion.end);
        this.refresh();
    }

    step(by) {
        if (this.mode) {
            this.phase += Number.isFinite(by) ? (by * Math.PI) / 18 : -this.phase;
            this.refresh();
            return;
        }
        const { motion } = this;
        const frame = Math.min(Math.max(motion.frameAt(this.time) + by, 0), motion.n - 1);
        this.setTime(motion.times[frame]);
    }

    setMode(mode) {
        if (!this.mode) this.phase = 0;
        this.mode = mode;
        this.refresh();
    }

    refresh() {
        const { motion } = this;
        const { mode } = this;
        if (mode) motion.setMode(mode.analysis, mode.mode, mode.amplitude, mode.phase + this.phase);
        else motion.setTime(this.time);
        this.slider.value = (this.time - motion.begin) / (motion.end - motion.begin || 1);
        this.reading.textContent = this.mode
            ? `${Math.round((this.phase * 180) / Math.PI) % 360}°`
            : this.time.toPrecision(4);
        this.show(this.mode ? motion.begin : this.time);
    }

    /** To be called for each picture, with the time of the clock in milliseconds. */
    tick(now) {
        if (!this.isPlaying) return;
        const passed = this.last === undefined ? 0 : (now - this.last) / 1000;
        this.last = now;
        if (this.mode) {
            this.phase += (2 * Math.PI * passed) / MODE_SECONDS;
            this.refresh();
            return;
        }
        const next = this.time + passed * this.speed.value;
        const isOver = next > this.motion.end;
        if (isOver && this.loop.getAttribute("aria-pressed") !== "true") this.playButton.set(false);
        this.setTime(isOver && this.isPlaying ? this.motion.begin : next);
    }
}

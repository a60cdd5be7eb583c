// pictures.mjs - pictures of the documentation, from pages of examples: node pictures.mjs SOLVER FOLDER
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { animated } from "./animated.mjs";
import { launch, open } from "./browser.mjs";

const [solver, target] = process.argv.slice(2);
const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "torsor-pictures-"));

const PICTURES = [
    {
        name: "viewer",
        example: "slider-crank",
        colorScheme: "light",
        act: () => {
            viewer.player.setTime(0.03);
            viewer.buttons.deck.set(true);
            viewer.trailsButton.set(true);
            viewer.select({ thing: 5 });
        },
    },
    {
        name: "soft-pendulum",
        example: "soft-pendulum",
        colorScheme: "dark",
        act: () => {
            viewer.player.setTime(0.55);
            viewer.trailsButton.set(true);
            viewer.colourBy("node XP");
            viewer.openPlot("node.struct.13.XP");
            viewer.buttons.list.set(false);
        },
    },
    {
        name: "moving",
        example: "soft-pendulum",
        colorScheme: "light",
        size: { width: 960, height: 480, deviceScaleFactor: 0.75 },
        frames: 40,
        act: () => {
            viewer.buttons.list.set(false);
            viewer.buttons.plots.set(true);
            viewer.trailsButton.set(true);
            viewer.colourBy("node XP");
            viewer.select({ node: 12 });
        },
    },
];

/** The motion from its beginning to its end, in so many pictures. */
async function motionOf(page, frames) {
    const pictures = [];
    for (let k = 0; k < frames; k++) {
        await page.evaluate((part) => {
            const { motion, player, stage } = viewer;
            player.setTime(motion.begin + part * (motion.end - motion.begin));
            stage.render();
        }, k / frames);
        await page.waitForTimeout(120);
        pictures.push(await page.screenshot());
    }
    return animated(pictures, 50);
}

const browser = await launch();
for (const { name, example, colorScheme, act, frames, size = { width: 1080, height: 640 } } of PICTURES) {
    const deck = join(folder, `${example}.mbd`);
    copyFileSync(join(examples, example, `${example}.mbd`), deck);
    execFileSync(solver, ["-s", "-f", deck, "-o", join(folder, example)]);
    execFileSync(solver, ["view", join(folder, example)]);
    const page = await open(browser, join(folder, `${example}.html`), { ...size, colorScheme });
    await page.evaluate(() => viewer.player.playButton.set(false));
    await page.evaluate(act);
    await page.waitForTimeout(1000);
    await page.evaluate(() => viewer.stage.fit());
    await page.waitForTimeout(1500);
    const picture = frames ? await motionOf(page, frames) : await page.screenshot();
    writeFileSync(join(target, `${name}.png`), picture);
    await page.close();
}
await browser.close();
rmSync(folder, { recursive: true });

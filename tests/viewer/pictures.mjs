// pictures.mjs - pictures of the documentation, from pages of examples: node pictures.mjs SOLVER FOLDER
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
];

const browser = await launch();
for (const { name, example, colorScheme, act } of PICTURES) {
    const deck = join(folder, `${example}.mbd`);
    copyFileSync(join(examples, example, `${example}.mbd`), deck);
    execFileSync(solver, ["-s", "-f", deck, "-o", join(folder, example)]);
    execFileSync(solver, ["view", join(folder, example)]);
    const page = await open(browser, join(folder, `${example}.html`), { width: 1080, height: 640, colorScheme });
    await page.evaluate(() => viewer.player.playButton.set(false));
    await page.evaluate(act);
    await page.waitForTimeout(1000);
    await page.evaluate(() => viewer.stage.fit());
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(target, `${name}.png`) });
    await page.close();
}
await browser.close();
rmSync(folder, { recursive: true });

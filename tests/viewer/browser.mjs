// browser.mjs - Debian's Chromium, without a screen and with software in place of a graphics card; pages of the viewer in it.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../viewer/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const SOFTWARE = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

export function launch() {
    const executablePath = process.env.CHROMIUM ?? PROGRAMS.find(existsSync);
    return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", ...SOFTWARE] });
}

/** A page that has drawn something; `errors` gathers what goes wrong in it, `requests` what it asks the network for. */
export async function open(browser, path, { width = 1280, height = 800, ...options } = {}) {
    const page = await browser.newPage({ viewport: { width, height }, ...options });
    page.errors = [];
    page.requests = [];
    page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
    page.on("pageerror", (error) => page.errors.push(error.stack));
    page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || page.requests.push(request.url()));
    const begin = Date.now();
    await page.goto(`file://${path}`);
    await page.waitForFunction(() => window.viewer?.drawn > 0, null, { timeout: 60000 });
    page.loaded = (Date.now() - begin) / 1000;
    return page;
}

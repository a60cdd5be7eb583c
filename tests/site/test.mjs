// test.mjs - the site of the documentation in a real browser: node tests/site/test.mjs build/docs/site
//
// Formulas are set, the search finds things, nothing is asked from elsewhere, nothing goes wrong in the console.
import assert from "node:assert";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { launch } from "../viewer/browser.mjs";

const SITE = resolve(process.argv[2]);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" };

const server = createServer(async (request, answer) => {
    const asked = decodeURIComponent(new URL(request.url, "http://here").pathname);
    const path = join(SITE, asked.endsWith("/") ? `${asked}index.html` : asked);
    const data = await readFile(path).catch(() => null);
    answer.writeHead(data ? 200 : 404, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
    answer.end(data);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const home = `http://127.0.0.1:${server.address().port}/`;

const browser = await launch();
const page = await browser.newPage();
const wrong = [];
page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
page.on("pageerror", (error) => wrong.push(error.stack));
page.on("request", (request) => request.url().startsWith(home) || /^(blob|data):/.test(request.url()) || wrong.push(request.url()));

async function search(where) {
    await where.click(".md-search__input");
    await where.locator(".md-search__input").pressSequentially("revolute hinge");
    const found = where.locator(".md-search-result__link[href*='reference/joints.html']").first();
    await found.waitFor({ state: "attached", timeout: 20000 });
}

const tests = {
    async "formulas are set"() {
        await page.goto(`${home}manual/friction.html`);
        await page.waitForSelector(".katex-display");
        assert.ok((await page.locator(".katex").count()) > 15);
        assert.equal(await page.locator(".katex-error").count(), 0);
    },
    async "the search finds a joint"() {
        await page.goto(home);
        await search(page);
    },
    async "the search finds it from disk, too"() {
        const other = await browser.newPage();
        other.on("pageerror", (error) => wrong.push(error.stack));
        await other.goto(`file://${SITE}/index.html`);
        await search(other);
        await other.goto(`file://${SITE}/manual/friction.html`);
        await other.waitForSelector(".katex-display");
        await other.close();
    },
    async "a deck of the tutorial is shown"() {
        await page.goto(`${home}manual/getting-started.html`);
        assert.match(await page.textContent("article pre"), /joint: 1, revolute pin, 1,/);
        assert.equal(await page.locator("article h1").count(), 1);
    },
    async "nothing is asked from elsewhere and nothing goes wrong"() {
        assert.deepEqual(wrong, []);
    },
};

let passed = 0, failed = 0;
for (const [name, test] of Object.entries(tests)) {
    await test().then(() => passed++, (error) => (failed++, console.error(`${name}: ${error.stack ?? error}`)));
}
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

// Pictures of every page of `assay view`, in both themes: `node scripts/screenshots.mjs <store> <folder>`. Needs a built dist/ and a Chromium.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [store = "examples/quickstart", folder = "pictures", only = ""] = process.argv.slice(2);

export const BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const server = spawn(process.execPath, [join(root, "dist/cli.js"), "view", resolve(store), "--no-open"]);
const url = await new Promise((found, failed) => {
  server.stdout.on("data", (text) => found(String(text).trim()));
  server.stderr.on("data", (text) => failed(new Error(String(text))));
});
const executablePath = BROWSERS.find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
mkdirSync(folder, { recursive: true });
try {
  for (const theme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 }, colorScheme: theme });
    page.on("console", (message) => message.type() === "error" && console.error(message.text()));
    page.on("pageerror", (error) => console.error(error));
    const take = async (name, fullPage = true) => {
      if (only !== "" && !name.includes(only)) return;
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`), fullPage });
    };
    await page.goto(url);
    await page.waitForSelector("tbody tr");
    await take("store");
    const campaigns = await page.$$eval("tbody th a", (links) => links.map((link) => link.getAttribute("href")));
    for (const [number, address] of campaigns.entries()) {
      await page.goto(url + address);
      await page.waitForSelector(".matrix a");
      await take(`campaign-${number}`);
      const trials = await page.$$eval(".matrix a", (links) => links.map((link) => link.getAttribute("href")));
      const pair = await page.$(".forest a");
      if (pair) {
        await pair.click();
        await page.waitForSelector(".compared-row");
        await page.keyboard.press("j");
        await page.waitForSelector(".both");
        await take(`compare-${number}`);
      }
      await page.goto(url + trials[Math.min(4, trials.length - 1)]);
      await page.waitForSelector(".verdicts, .packet");
      await page
        .locator("button.quote")
        .first()
        .click()
        .catch(() => {});
      await page.waitForTimeout(400);
      await take(`trial-${number}`);
      await page.setViewportSize({ width: 390, height: 844 });
      await take(`phone-trial-${number}`);
      await page.goto(url + address);
      await page.waitForSelector(".matrix a");
      await take(`phone-campaign-${number}`);
      await page.setViewportSize({ width: 1360, height: 900 });
    }
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
}

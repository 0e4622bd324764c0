// Pictures of every page of `assay view`, in both themes: `node scripts/screenshots.mjs <store> <folder>`. Needs a built dist/ and a Chromium.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { pathOf } from "./capabilities.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [store = "examples/quickstart", folder = "pictures", only = ""] = process.argv.slice(2);

const server = spawn(process.execPath, [join(root, "dist/cli.js"), "view", resolve(store), "--no-open"]);
const url = await new Promise((found, failed) => {
  server.stdout.on("data", (text) => found(String(text).trim()));
  server.stderr.on("data", (text) => failed(new Error(String(text))));
});
const browser = await chromium.launch({ executablePath: pathOf("browser"), args: ["--no-sandbox"] });
mkdirSync(folder, { recursive: true });
try {
  for (const theme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 }, colorScheme: theme });
    page.on("console", (message) => message.type() === "error" && console.error(message.text()));
    page.on("pageerror", (error) => console.error(error));
    const take = async (name, fullPage = true) => {
      if (only !== "" && !name.includes(only)) return;
      await page.evaluate("scrollTo(0, 0)");
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`), fullPage });
    };
    await page.goto(url);
    await page.waitForSelector("tbody tr");
    await take("store");
    const addresses = await page.$$eval("tbody th a", (links) => links.map((link) => link.getAttribute("href")));
    const named = (kind) => addresses.filter((address) => address.startsWith(`#/${kind}/`)).entries();
    for (const [number, address] of named("campaign")) await takeCampaign(page, take, address, number);
    for (const [number, address] of named("rubric")) {
      await page.goto(url + address);
      await page.waitForSelector(".samples a");
      await take(`rubric-${number}`);
      await page.click(".samples a");
      await page.locator("button.quote").first().click();
      await page.waitForTimeout(400);
      await take(`sample-${number}`);
    }
    for (const [number, address] of named("batch")) {
      await page.goto(url + address);
      await page.click(".items button");
      await page.waitForSelector(".both");
      await take(`batch-${number}`);
    }
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
}

/** A campaign may have no trial with a verdict, and a store may have been written to while we look: what is not there is not taken. */
async function takeCampaign(page, take, address, number) {
  await page.goto(url + address);
  await page.waitForSelector("#trials-title, [role=alert]");
  await take(`campaign-${number}`);
  const others = await page.$$eval(".others a", (links) => links.map((link) => link.getAttribute("href")));
  await page.goto(`${url}${address}/judges`);
  await page.waitForSelector(".judge, .empty");
  await take(`judges-${number}`);
  if (others.length > 0) {
    await page.goto(url + others[0]);
    await page.waitForSelector("#verdict-title");
    await page.keyboard.press("j");
    await page.waitForTimeout(400);
    await take(`compare-campaigns-${number}`);
  }
  await page.goto(url + address);
  await page.waitForSelector("#trials-title, [role=alert]");
  const trials = await page.$$eval(".matrix a", (links) => links.map((link) => link.getAttribute("href")));
  const pair = await page.$(".forest a");
  if (pair) {
    await pair.click();
    await page.waitForSelector("#cases-title, .empty:not([role])");
    await page.keyboard.press("j");
    await page.waitForTimeout(400);
    await take(`compare-${number}`);
  }
  if (trials.length > 0) {
    await page.goto(url + trials[Math.min(4, trials.length - 1)]);
    await page.waitForSelector(".verdicts, .packet");
    if ((await page.locator("button.quote").count()) > 0) await page.locator("button.quote").first().click();
    await page.waitForTimeout(400);
    await take(`trial-${number}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await take(`phone-trial-${number}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url + address);
  await page.waitForSelector("#trials-title, [role=alert]");
  await take(`phone-campaign-${number}`);
  await page.setViewportSize({ width: 1360, height: 900 });
}

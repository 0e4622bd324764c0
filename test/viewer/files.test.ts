import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { projectRoot } from "../support/project-root.ts";
import { type JudgedWorkspace, judgedQuickstart, QUICKSTART } from "../support/viewer.ts";

test("script and style sheet take no more than 120 kB on the way", () => {
  const built = ["assay.js", "assay.css"].map((name) => readFileSync(join(projectRoot, "dist/viewer", name)));
  expect(built.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0)).toBeLessThan(120_000);
});

describe.skipIf(lacksBrowser())("without a server", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([judgedQuickstart(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    workspace?.remove();
  });

  test("an exported folder opens from file://, down to the words of a judge, and asks nobody for anything", async () => {
    const { root } = workspace;
    const { stdout, code } = await assay(["view", "--export", "shown/"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toContain("open shown/index.html");
    const { page, problems } = await openPage(browser);
    await page.goto(`file://${root}/shown/index.html`);
    await page.click("tbody th a");
    await page.waitForSelector(".matrix a");
    await page.fill("#filter-text", "That's about 400");
    await page.waitForSelector("text=2 of 64 trials");
    await page.locator(".matrix a:not(.dimmed)").first().click();
    await page.waitForSelector(".verdicts");
    await page.click(".tabs >> text=System prompt");
    await page.waitForSelector("pre.raw");
    expect(problems).toEqual([]);
    const again = await assay(["view", "--export", "shown"], { cwd: root });
    expect(again.code).toBe(0);
  });

  test("a folder that holds something else is not written into", async () => {
    const { root } = workspace;
    mkdirSync(join(root, "mine"));
    writeFileSync(join(root, "mine/thesis.txt"), "years of work");
    const { stderr, code } = await assay(["view", "--export", "mine"], { cwd: root });
    expect(code).toBe(2);
    expect(stderr).toContain("has files that are not an export of Assay");
    expect(readdirSync(join(root, "mine"))).toEqual(["thesis.txt"]);
  });

  test("one file holds a whole campaign, opens on its verdict and lets no other script in", async () => {
    const { root } = workspace;
    const words = QUICKSTART.slice(1);
    const { stderr } = await assay(["report", ...words, "--html", "campaign.html"], { cwd: root });
    expect(stderr).toContain("Page: campaign.html");
    expect(readFileSync(join(root, "campaign.html"), "utf8")).toMatch(/script-src 'sha256-[^']+'; style-src 'sha256-/);
    const { page, problems } = await openPage(browser);
    await page.goto(`file://${root}/campaign.html`);
    await page.waitForSelector(".verdict");
    await page.waitForSelector(".matrix a");
    await page.click("#trial-4");
    await page.waitForSelector(".verdicts");
    expect(await page.evaluate("document.fonts.check('14px Inter')")).toBe(true);
    expect(problems).toEqual([]);
  });

  test("a campaign of which nothing is stored becomes no file", async () => {
    const { root } = workspace;
    const fresh = join(root, "fresh");
    await assay(["init", fresh], { cwd: root });
    const { stderr, code } = await assay(["report", ...QUICKSTART.slice(1), "--html", "x.html"], { cwd: fresh });
    expect(code).toBe(2);
    expect(stderr).toContain("nothing is stored of quickstart/");
    expect(existsSync(join(fresh, "x.html"))).toBe(false);
  });

  test("a path that is no store is refused", async () => {
    const { stderr, code } = await assay(["view", "/usr/bin", "--no-open"], { cwd: workspace.root });
    expect(code).toBe(2);
    expect(stderr).toContain("/usr/bin is neither a store nor a workspace");
  });

  test.each(["-1", "70000", "x"])("%s is no port", async (port) => {
    const { code, stderr } = await assay(["view", "--port", port, "--no-open"], { cwd: workspace.root });
    expect(code).toBe(2);
    expect(stderr).toContain("Expected a port from 0 to 65535");
  });
});

import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { copyOf, draw, importLabels, judgedExample, labelLines, must, PROFILE } from "../calibration/support.ts";
import { assay } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { startView } from "../support/viewer.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HOSTILE = '<img src=x onerror="alert(1)"></script><script>alert(2)</script> =cmd()|`x` \u001b[31m';

describe.skipIf(lacksBrowser())("what labels say, in a browser", () => {
  let browser: Browser;
  let judged: string;
  /** The same with labels; who changes something changes a copy. */
  let labelled: string;
  let view: Awaited<ReturnType<typeof startView>>;
  beforeAll(async () => {
    browser = await openBrowser();
    judged = await judgedExample();
    await must(
      assay(["run-eval", ...PROFILE.slice(0, -1), "even", "--quiet", "--no-chart"], { cwd: judged }).then(passed),
    );
    labelled = mkdtempSync(join(tmpdir(), "assay-calibration-"));
    cpSync(judged, labelled, { recursive: true });
    await draw(labelled);
    await must(importLabels(labelled));
    view = await startView(labelled);
  }, 120_000);
  afterAll(async () => {
    await view?.stop();
    await browser?.close();
    for (const folder of [judged, labelled]) rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    root: string,
    path: string,
    options = {},
  ): Promise<{ page: Page; problems: string[]; url: string }> {
    const opened = root === labelled ? view : await startView(root);
    if (opened !== view) onTestFinished(async () => void (await opened.stop()));
    const { page, problems } = await openPage(browser, options);
    const url = `${opened.url.split("?")[0]}#/${path}`;
    await page.goto(url);
    return { page, problems, url };
  }

  const campaignOf = (root: string, profile: string) => {
    const [run] = readdirSync(join(root, "outputs/evaluations/products"));
    const found = readdirSync(join(root, "outputs/evaluations/products", run!)).find((name) =>
      name.startsWith(profile),
    );
    return `products/${run}/${found}`;
  };

  test("the page of a campaign has corrected figures beside those of the judge, with intervals", async () => {
    const root = labelled;
    const { page, problems } = await open(root, `campaign/${campaignOf(root, "charmed")}`);
    const card = page.locator("section", { has: page.locator("h2", { hasText: "Corrected by human labels" }) }).first();
    await card.waitFor();
    expect(await card.locator(".lead").innerText()).toMatch(
      /^diligent is better than hasty: hasty − diligent is −5\.25 .* although the judge alone says \+0\.34\.$/,
    );
    const row = card.locator("tr", { has: page.locator("th", { hasText: "hasty − diligent: score" }) });
    expect(await row.locator("td").allInnerTexts()).toEqual([
      "+0.34",
      "−5.25",
      "",
      expect.stringMatching(/^−5\.9\d to −4\.6\d, rough$/),
      expect.stringMatching(/^−5\.9\d to −4\.6\d, rough$/),
      "40 of 120",
      "0.00",
    ]);
    // The judge alone is drawn right of zero, the corrected difference left of it.
    const places = await row
      .locator("svg line")
      .evaluateAll((lines) =>
        lines.map((line) => [line.getAttribute("class"), Number(line.getAttribute("x1"))] as const),
      );
    const at = (name: string) => places.find(([kind]) => kind === name)![1];
    expect(at("dot ring")).toBeGreaterThan(at("zero"));
    expect(at("dot")).toBeLessThan(at("zero"));
    await page.click("text=Can the judges be trusted?");
    await page.locator("h1", { hasText: "Can these judges be trusted?" }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test("a page about the judges has the curve, and leads to the trials on which judge and people are furthest apart", async () => {
    const root = labelled;
    const { page, problems } = await open(root, `campaign/${campaignOf(root, "charmed")}/calibration`);
    const curve = page.locator("svg.curve");
    await curve.waitFor();
    expect(await curve.getAttribute("aria-label")).toMatch(
      /Where the judges say 9\.\d+, people say \d\.\d+ \(\d+ labels\)/,
    );
    expect(await page.locator(".title").innerText()).toContain("40 labels for measuring, 0 for tuning.");
    const first = page.locator(".far-apart a").first();
    const name = await first.innerText();
    expect(name).toMatch(/^hasty\/products--p\d+\/1$/);
    await first.click();
    await page.locator("text=What the judges said").first().waitFor();
    expect(page.url()).toContain(`/trial/${name.split("/").map(encodeURIComponent).join("/")}`);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("two subjects and two campaigns are compared with their corrected difference", async () => {
    const root = labelled;
    const [charmed, even] = [campaignOf(root, "charmed"), campaignOf(root, "even")];
    const { page, problems, url } = await open(root, `campaign/${charmed}/compare/diligent/hasty`);
    await page.locator("th", { hasText: "hasty − diligent: score" }).waitFor();
    expect(await page.locator(".corrected tbody tr").count()).toBe(2);
    await page.goto(`${url.split("#")[0]}#/compare/${charmed}/${even}`);
    await page.locator("th", { hasText: "candidate − base: score:overall" }).waitFor();
    expect(await page.locator(".verdict").innerText()).toContain(
      "Corrected by 80 labels (score:overall), candidate − base is +0.00",
    );
    expect(problems).toEqual([]);
    await page.close();
  });

  test("where nothing is corrected, the reason stands in the place of the figures", async () => {
    const root = copyOf(judged);
    await must(importLabels(root, { plan: null }));
    const { page } = await open(root, `campaign/${campaignOf(root, "charmed")}`);
    const card = page.locator("section[aria-label^='Corrected by human labels']");
    await card.waitFor();
    expect(await card.locator(".lead").innerText()).toMatch(
      /^Nothing is corrected, because the labels were not drawn at random/,
    );
    expect(await card.locator("table").count()).toBe(0);
    await page.close();
  });

  test("a campaign that nobody labelled says nothing, and its page about labels says which command helps", async () => {
    const { page, problems, url } = await open(judged, `campaign/${campaignOf(judged, "charmed")}`);
    await page.locator("h2", { hasText: "Judges" }).first().waitFor();
    expect(await page.locator("text=Corrected by human labels").count()).toBe(0);
    expect(problems).toEqual([]);
    await page.goto(`${url}/calibration`);
    await page.locator("text=assay label plan").waitFor();
    await page.close();
  });

  test("what people wrote stays data, in the page, in an exported folder and in a single file", async () => {
    const root = copyOf(labelled);
    const [file] = readdirSync(join(root, "labels")).filter((name) => name.endsWith(".jsonl"));
    const lines = labelLines(root).map((line) => JSON.parse(line) as { labelled_at: string });
    const later = (label: { labelled_at: string }) => new Date(Date.parse(label.labelled_at) + 1000).toISOString();
    for (const label of lines)
      appendFileSync(
        join(root, "labels", file!),
        `${JSON.stringify({ ...label, note: HOSTILE, quote: HOSTILE, labelled_at: later(label) })}\n`,
      );
    const campaign = campaignOf(root, "charmed");
    await must(assay(["view", "--export", "out"], { cwd: root }));
    await must(assay(["report", ...PROFILE, "--html", "one.html"], { cwd: root }).then(passed));
    const { page: live, problems: liveProblems } = await open(root, `campaign/${campaign}/calibration`);
    const { page: folder, problems: folderProblems } = await openPage(browser);
    await folder.goto(`file://${root}/out/index.html#/campaign/${campaign}/calibration`);
    const { page: single, problems: singleProblems } = await openPage(browser);
    await single.goto(`file://${root}/one.html#/campaign/${campaign}/calibration`);
    for (const page of [live, folder, single]) {
      await page.locator(".far-apart").waitFor();
      expect(await page.locator(".far-apart tbody tr").first().innerText()).toContain('<img src=x onerror="alert(1)">');
      expect(await page.locator(".far-apart img").count()).toBe(0);
      await page.close();
    }
    expect([...liveProblems, ...folderProblems, ...singleProblems]).toEqual([]);
  });

  test.each([
    ["light", { colorScheme: "light" as const }],
    ["dark", { colorScheme: "dark" as const }],
    ["on a phone", { viewport: { width: 390, height: 844 } }],
  ])("can be read by everybody, %s", async (_, options) => {
    const root = labelled;
    const { page } = await open(root, `campaign/${campaignOf(root, "charmed")}/calibration`, options);
    await page.locator("svg.curve").waitFor();
    await page.evaluate(axe);
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: unknown[] }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.close();
  });

  test("a damaged plan costs the correction, not the page", async () => {
    const root = copyOf(labelled);
    const [plan] = readdirSync(join(root, "labels/plans"));
    writeFileSync(join(root, "labels/plans", plan!), "{");
    const { page } = await open(root, `campaign/${campaignOf(root, "charmed")}`);
    await page.locator("text=Nothing is corrected, because").waitFor();
    await page.close();
  });
});

/** Thresholds that are missed are no failure here. */
function passed<Result extends { code: number | null }>(result: Result): Result {
  return result.code === 1 ? { ...result, code: 0 } : result;
}

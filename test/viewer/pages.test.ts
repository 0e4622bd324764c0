import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { type JudgedWorkspace, judgedQuickstart, QUICKSTART, startView } from "../support/viewer.ts";

describe.skipIf(lacksBrowser())("the pages of assay view", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;
  // biome-ignore lint/suspicious/noExplicitAny: what the CLI prints as JSON
  let report: any;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([judgedQuickstart(), openBrowser()]);
    view = await startView(workspace.root);
    report = JSON.parse((await assay([...REPORT, "--output", "json"], { cwd: workspace.root })).stdout);
  });
  afterAll(async () => {
    await browser?.close();
    expect(await view?.stop()).toBe(0);
    workspace?.remove();
  });

  async function opened(path = ""): Promise<{ page: Page; problems: string[] }> {
    const { page, problems } = await openPage(browser);
    await page.goto(view.url + path);
    return { page, problems };
  }

  async function campaign(query = "") {
    const { page, problems } = await opened();
    await page.click("tbody th a");
    await page.waitForSelector(".matrix a");
    if (query !== "") await page.goto(`${page.url()}?${query}`);
    await page.waitForSelector(".matrix a, .empty");
    return { page, problems };
  }

  test("the store lists what assay store list lists, and leads to the campaign", async () => {
    const { page, problems } = await opened();
    const row = await page.waitForSelector("tbody tr");
    const listed = JSON.parse((await assay(["store", "list", "--output", "json"], { cwd: workspace.root })).stdout);
    const text = await row.innerText();
    expect(text).toContain(listed.campaigns[0].run_profile);
    expect(text).toContain("complete");
    expect(text).toContain("diligent");
    await page.click("tbody th a");
    await page.waitForSelector(".verdict");
    await page.goBack();
    await page.waitForSelector("text=last stored");
    expect(problems).toEqual([]);
  });

  test("where the noise comes from and what to buy next are the lines of the text report", async () => {
    const { stdout } = await assay([...REPORT], { cwd: workspace.root });
    const lines = stdout.split("\n").filter((line) => /^\s*(?:The spread of scores is|What to buy next)/.test(line));
    expect(lines).toHaveLength(2);
    const { page } = await campaign();
    const card = await page.innerText(".card:has(h2:text-is('Where the noise comes from'))");
    for (const line of lines) expect(card).toContain(line.trim());
  });

  test("a campaign says the very sentences of the text report", async () => {
    const { page, problems } = await campaign();
    const text = await page.innerText("main");
    for (const { sentence } of report.statistics.comparisons) expect(text).toContain(sentence);
    for (const { label, score } of report.statistics.models) {
      const row = await page.locator("tbody tr", { hasText: label }).first().innerText();
      expect(row).toContain(score.mean.toFixed(1));
    }
    expect(await page.locator(".matrix a").count()).toBe(report.trials.length);
    expect(problems).toEqual([]);
  });

  test.each([
    ["outcome=failed", (trial: Trial) => trial.passed === false],
    ["outcome=passed", (trial: Trial) => trial.passed === true],
    ["from=3&to=5", (trial: Trial) => trial.score !== null && trial.score >= 3 && trial.score <= 5],
    ["check=answered", (trial: Trial) => trial.checks.not_passed.some(({ check_id }) => check_id === "answered")],
    ["flag=broken_answer", (trial: Trial) => trial.judge_runs.some(hasBrokenAnswer)],
  ])("the filter %s shows the trials that the report has, and stays in the address", async (query, isWanted) => {
    const { page } = await campaign(query);
    const wanted = report.trials.filter(isWanted).length;
    expect(wanted).toBeGreaterThan(0);
    expect(await page.innerText(".card-head")).toContain(`${wanted} of ${report.trials.length} trials`);
    await page.reload();
    await page.waitForSelector(".matrix a");
    expect(await page.innerText(".card-head")).toContain(`${wanted} of`);
    expect(await page.locator(".matrix a:not(.dimmed)").count()).toBe(wanted);
  });

  test("a search looks through answers, and clearing it brings all trials back", async () => {
    const { page, problems } = await campaign();
    await page.keyboard.press("/");
    await page.keyboard.type("SURE! THAT'S ABOUT 400");
    await page.waitForSelector("text=2 of 64 trials");
    expect(page.url()).toContain("text=");
    await page.click("text=Clear");
    await page.waitForSelector("text=64 of 64 trials");
    await page.fill("#filter-text", "nobody ever said this");
    await page.waitForSelector("text=No trial matches");
    expect(problems).toEqual([]);
  });

  test("arrows move in the matrix, Enter opens a trial, j goes on, u leads back", async () => {
    const { page, problems } = await campaign();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("#trial-1:focus");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector("#trial-9:focus");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".verdicts");
    expect(decodeURIComponent(page.url())).toContain("/trial/diligent/capital/2");
    await page.keyboard.press("j");
    await page.waitForURL(/erratic\/capital\/1/);
    await page.waitForSelector(".verdicts");
    await page.keyboard.press("k");
    await page.waitForURL(/diligent\/capital\/2/);
    await page.waitForSelector(".verdicts");
    await page.keyboard.press("u");
    await page.waitForSelector(".matrix");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    expect(await page.innerText("dialog")).toContain("search");
    expect(problems).toEqual([]);
  });

  test("a quote leads to its place in the packet, and a place to whoever quoted it", async () => {
    const { page, problems } = await campaign();
    await page.click("#trial-4");
    await page.waitForSelector(".verdicts");
    const quote = page.locator("button.quote", { hasText: "answer" }).first();
    const words = (await quote.locator(".quoted").innerText()).trim();
    await quote.click();
    const lit = page.locator(".packet .lit");
    await lit.first().waitFor();
    expect(await lit.first().innerText()).toBe(words);
    expect(await lit.first().evaluate((mark) => mark.parentElement?.dataset.path)).toBe(
      "subject_response.final_output",
    );
    await page.locator(".packet .checks .mark-quoted, .packet .answer .mark-quoted").last().click();
    expect(await page.locator(".verdicts .lit").count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test("two subjects are compared case by case, with the words that only one of them has", async () => {
    const { page, problems } = await campaign();
    await page.click("text=Diligent (offline) against Hasty (offline)");
    await page.waitForSelector("button.compared-row");
    const { sentence } = report.statistics.comparisons.find(
      (pair: { first: { id: string }; second: { id: string } }) =>
        pair.first.id === "diligent" && pair.second.id === "hasty",
    );
    expect(await page.innerText(".lead")).toBe(sentence);
    const differences = await page.$$eval("button.compared-row", (rows) =>
      rows.map((row) => Math.abs(Number(row.lastElementChild!.textContent!.replace("−", "-")))),
    );
    expect(differences).toEqual(differences.toSorted((one, other) => other - one));
    expect(differences).toHaveLength(8);
    await page.keyboard.press("j");
    await page.waitForSelector(".both ins");
    expect(page.url()).toContain("case=");
    await page.goBack();
    await page.waitForSelector(".matrix");
    expect(problems).toEqual([]);
  });

  test("a filter is shared by all parts: subjects say how many of their trials it has, a comparison has only its cases", async () => {
    const { page, problems } = await campaign("check=answered");
    const wanted = report.trials.filter((trial: Trial) =>
      trial.checks.not_passed.some(({ check_id }) => check_id === "answered"),
    );
    for (const { model_id, label } of report.statistics.models) {
      const own = wanted.filter((trial: { model_id: string }) => trial.model_id === model_id).length;
      const row = page.locator("tr", { has: page.locator(`th:has-text("${label}")`) }).first();
      expect(await row.innerText()).toContain(`${own} of 16 in the filter`);
    }
    const pair = report.statistics.comparisons.find(
      ({ first, second }: { first: { id: string }; second: { id: string } }) =>
        wanted.some(({ model_id }: { model_id: string }) => [first.id, second.id].includes(model_id)),
    );
    const ids = [pair.first.id, pair.second.id];
    const cases = new Set(
      wanted.flatMap((trial: { model_id: string; case_id: string }) =>
        ids.includes(trial.model_id) ? [trial.case_id] : [],
      ),
    );
    expect(cases.size).toBeLessThan(8);
    await page.click(`text=${pair.first.label} against ${pair.second.label}`);
    await page.waitForSelector(`[role=status]:has-text("${cases.size} of 8 cases")`);
    expect(new Set(await page.locator("button .row-name").allInnerTexts())).toEqual(cases);
    await page.keyboard.press("u");
    await page.waitForSelector(".matrix");
    expect(page.url()).toContain("check=answered");
    await page.goBack();
    await page.click("text=Clear");
    await page.waitForSelector("button.compared-row:nth-child(1)");
    await expect.poll(() => page.locator("button.compared-row").count(), { timeout: 30_000 }).toBe(8);
    expect(problems).toEqual([]);
  });

  test("judges have their figures, which lead to their trials", async () => {
    const { page } = await campaign();
    const row = page.locator("tr", { hasText: "offline/judge-careless" });
    expect(await row.innerText()).toContain("careless");
    await row.locator("a").first().click();
    await page.waitForSelector(".matrix a.dimmed");
    expect(page.url()).toContain("said=C.broken_answer");
  });

  test("whoever quoted is found wherever it is, also in what lies folded away", async () => {
    const { page } = await campaign();
    await page.click("#trial-4");
    await page.waitForSelector(".verdicts");
    await page.locator("button.quote", { hasText: "rubric" }).first().click();
    await page.locator("details .lit").first().waitFor({ state: "visible" });
  });

  test("the subject stays hidden until somebody asks", async () => {
    const { page } = await campaign();
    await page.click("#trial-4");
    await page.waitForSelector(".verdicts");
    expect(await page.innerText("body")).not.toMatch(/hasty/i);
    await page.keyboard.press("s");
    await page.waitForSelector("text=Hasty (offline)");
    await page.click("text=Repeat it");
    expect(await page.innerText("main")).toContain("--model hasty --case arithmetic --force");
  });

  test("the packet, the system prompt, every attempt and the trace are there word by word", async () => {
    const { page, problems } = await campaign("flag=broken_answer");
    await page.locator(".matrix a:not(.dimmed)").first().click();
    await page.waitForSelector(".verdicts");
    const tops = await page
      .locator(".tab")
      .evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top)));
    expect([tops.length, new Set(tops).size]).toEqual([7, 1]);
    await page.click(".tabs >> text=Packet");
    expect(await page.innerText("pre.raw")).toContain('"schema_version": 2');
    await page.click(".tabs >> text=System prompt");
    await page.waitForSelector("pre.raw:has-text('judge')");
    await page.click(".tabs >> text=Raw answers");
    expect(await page.innerText("main")).toMatch(/attempt 1: broke the contract/);
    await page.click(".tabs >> text=Trace");
    await page.waitForSelector(".trace li");
    expect(problems).toEqual([]);
  });

  test("a trial that is not there is said to be missing, and no page breaks", async () => {
    const { page } = await opened("#/campaign/quickstart/none-00000000/x-00000000/trial/a/b/1");
    await page.waitForSelector("text=The store has no trial a/b/1.");
    await page.goto(`${view.url}#/campaign/nothing/at-all`);
    await page.waitForSelector("text=The store has no campaign nothing/at-all.");
    await page.goto(`${view.url}#/%E0%A4%A`);
  });
});

const REPORT = ["report", ...QUICKSTART.slice(1)];

interface Trial {
  score: number | null;
  passed: boolean | null;
  checks: { not_passed: { check_id: string }[] };
  judge_runs: { iterations: { broken_answers: unknown[] }[] }[];
}

function hasBrokenAnswer({ iterations }: Trial["judge_runs"][number]): boolean {
  return iterations.some(({ broken_answers }) => broken_answers.length > 0);
}

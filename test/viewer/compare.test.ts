import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { type JudgedWorkspace, judgedQuickstart, judgeMoreStrictly, QUICKSTART, startView } from "../support/viewer.ts";

describe.skipIf(lacksBrowser())("two campaigns of one suite", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;
  let names: string[];

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([judgedQuickstart(), openBrowser()]);
    await judgeMoreStrictly(workspace);
    const { stdout } = await assay(["store", "list", "--output", "json"], { cwd: workspace.root });
    const [{ suite_id, run_profile, evaluations }] = JSON.parse(stdout).campaigns;
    names = evaluations.map((own: { evaluation_profile: string }) =>
      [suite_id, run_profile, own.evaluation_profile].join("/"),
    );
    view = await startView(workspace.root);
  });
  afterAll(async () => {
    await browser?.close();
    await view?.stop();
    workspace?.remove();
  });

  async function opened(path = ""): Promise<{ page: Page; problems: string[] }> {
    const { page, problems } = await openPage(browser);
    await page.goto(view.url + path);
    await page.waitForSelector("h1, [role=alert]");
    return { page, problems };
  }

  test("are drawn over time on the first page, each with its interval, named by its figures", async () => {
    const { page, problems } = await opened();
    await page.waitForSelector(".chart");
    const drawn = await page.$$eval("figure a", (all) =>
      all.map((own) => ({
        name: own.getAttribute("aria-label")!,
        address: own.getAttribute("href")!,
        y: Number(own.querySelector("circle")!.getAttribute("cy")),
        range: [...own.querySelectorAll("line")].flatMap((line) =>
          ["y1", "y2"].map((end) => Number(line.getAttribute(end))),
        ),
      })),
    );
    const rows = await page.$$eval("tbody tr", (all) =>
      all.map((row) => [
        row.querySelector("a")!.getAttribute("href")!,
        row.querySelector("svg")!.getAttribute("aria-label")!,
      ]),
    );
    // The newest is last: time goes from left to right.
    expect(drawn.map(({ address }) => address)).toEqual(rows.map(([address]) => address).reverse());
    for (const { name, address, y, range } of drawn) {
      const words = rows.find(([own]) => own === address)![1]!;
      expect(name).toContain(words);
      const [mean, low, high] = [...words.matchAll(/\d+\.\d+/g)].map(([figure]) => Number(figure));
      const at = (score: number) => 4 + (120 - 18) * (1 - score / 10);
      expect(Math.abs(y - at(mean!))).toBeLessThan(1);
      expect(Math.abs(range[0]! - at(low!))).toBeLessThan(1);
      expect(Math.abs(range[1]! - at(high!))).toBeLessThan(1);
    }
    expect(await page.getAttribute("figure svg", "aria-label")).toBe(
      "quickstart: best subject of 2 campaigns over time",
    );
    expect(problems).toEqual([]);
  });

  test("say what assay compare says of them, and list every shared case", async () => {
    const { stdout } = await assay(["compare", ...names], { cwd: workspace.root });
    const json = await assay(["compare", ...names, "--output", "json"], { cwd: workspace.root });
    const comparison = JSON.parse(json.stdout);
    const { page, problems } = await opened(`#/compare/${names.join("/")}`);
    await page.waitForSelector("#cases-title");
    const lead = await page.innerText(".verdict .lead");
    expect(stdout.split("\n")).toContain(lead);
    const card = await page.innerText(".verdict");
    for (const warning of comparison.warnings) expect(card).toContain(`Warning: ${warning}.`);
    for (const { sentence } of comparison.models) expect(await page.innerText("main")).toContain(sentence);
    const shown = await page.$$eval("button.compared-row", (rows) =>
      rows.map((row) => [...row.querySelectorAll(":scope > span:not(.difference)")].map((cell) => cell.textContent)),
    );
    expect(shown.map(([id]) => id).sort()).toEqual(
      comparison.cases.map((own: { case_id: string }) => own.case_id).sort(),
    );
    const distances = shown.map((cells) => Math.abs(Number(cells[3]!.replace("−", "-"))));
    expect(distances).toEqual(distances.toSorted((one, other) => other - one));
    expect(problems).toEqual([]);
  });

  test("are reached from a campaign's page; a case opens to both answers and both judgements", async () => {
    const { page, problems } = await opened();
    await page.click("tbody th a");
    await page.click(".others a");
    await page.waitForSelector("button.compared-row");
    expect(page.url()).toContain(`compare/${names.join("/")}`);
    await page.keyboard.press("j");
    await page.waitForSelector(".both article:nth-child(2)");
    const links = await page.$$eval(".both a", (all) => all.map((link) => link.getAttribute("href")!));
    expect(links.map((link) => names.find((name) => link.includes(name)))).toEqual(names);
    await page.selectOption("select", { index: 1 });
    const chosen = await page.inputValue("select");
    await page.waitForSelector(`.both a >> text=${chosen}`);
    await page.keyboard.press("u");
    await page.waitForSelector(".matrix a");
    expect(problems).toEqual([]);
  });

  test.each([
    ["in the wrong order", () => names.toReversed()],
    ["of which one is not there", () => [names[0]!, "quickstart/x-00000000/y-00000000"]],
    ["that are one and the same", () => [names[0]!, names[0]!]],
  ])("%s are said not to be comparable", async (_, wanted) => {
    const { page } = await opened(`#/compare/${wanted().join("/")}`);
    expect(await page.innerText("[role=alert]")).toContain("There is no comparison of");
  });

  test("the store draws them over time, each point leading to its campaign", async () => {
    const { page } = await opened();
    const points = page.locator("figure .chart a");
    expect(await points.count()).toBe(2);
    const words = await points.evaluateAll((all) => all.map((point) => point.getAttribute("aria-label")!));
    for (const word of words) expect(word).toMatch(/^\d{4}-\d\d-\d\d: \w+, \d+\.\d, (?:95 % interval|no interval)/);
    const heights = await points.evaluateAll((all) =>
      all.map((point) => Number(point.querySelector("circle")!.getAttribute("cy"))),
    );
    const means = words.map((word) => Number(/(\d+\.\d),/.exec(word)![1]));
    expect(Math.sign(heights[0]! - heights[1]!)).toBe(Math.sign(means[1]! - means[0]!));
    await points.first().click();
    await page.waitForSelector(".matrix a");
  });

  describe("the page of the judges", () => {
    test("has a card for each, and every figure leads to exactly its trials", async () => {
      const words = QUICKSTART.slice(1);
      const { stdout } = await assay(["report", ...words, "--output", "json"], { cwd: workspace.root });
      const report = JSON.parse(stdout);
      const { page, problems } = await opened(`#/campaign/${names[0]}/judges`);
      await page.waitForSelector(".judge");
      expect(await page.locator(".judge").count()).toBe(3);
      const { offsets } = report.statistics.agreement;
      for (const { judge_run_id, offset } of offsets) {
        const card = await page.locator(".judge", { hasText: judge_run_id }).innerText();
        expect(card).toContain(Math.abs(offset).toFixed(1));
      }
      const expected: Record<string, (run: Run, others: Run[]) => boolean> = {
        broken_answer: ({ iterations }) => iterations.some(({ broken_answers }) => broken_answers.length > 0),
        below: ({ score }, others) => score !== null && score - meanOf(others) <= -1,
        above: ({ score }, others) => score !== null && score - meanOf(others) >= 1,
        unfounded: ({ iterations }) => iterations.some(({ grounding }) => (grounding.places.nowhere ?? 0) > 0),
      };
      const links = await page.$$eval(".judge a", (all) =>
        all.map((link) => ({ address: link.getAttribute("href")!, words: link.textContent! })),
      );
      expect(links.length).toBeGreaterThan(0);
      for (const { address, words: count } of links) {
        const [, letter, flag] = /said=(\w+)\.(\w+)/.exec(address)!;
        const id = report.judge_runs["ABC".indexOf(letter!)].judge_run_id;
        await page.goto(view.url + address);
        await page.waitForSelector(".matrix a");
        expect(await page.innerText(".card-head:has(#trials-title)")).toContain(`${count.split(" ")[0]} of 64`);
        const wanted = expected[flag!];
        if (!wanted) continue;
        const own = report.trials.filter(({ judge_runs }: { judge_runs: Run[] }) => {
          const run = judge_runs.find(({ judge_run_id }) => judge_run_id === id);
          return (
            run &&
            wanted(
              run,
              judge_runs.filter((other) => other !== run && other.score !== null),
            )
          );
        });
        expect(`${flag} of ${id}: ${count.split(" ")[0]}`).toBe(`${flag} of ${id}: ${own.length}`);
      }
      expect(problems).toEqual([]);
    });

    test("counts how often each score was given: as often as the judge was asked and answered", async () => {
      const { page } = await opened(`#/campaign/${names[0]}/judges`);
      await page.waitForSelector(".distribution");
      const counts = await page.$$eval(".distribution tbody tr", (rows) =>
        rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent))),
      );
      expect(counts).toHaveLength(11);
      const calls = await page.$$eval(".judge", (cards) =>
        cards.map((card) => Number(/(\d+), \d+ per trial/.exec(card.textContent!)![1])),
      );
      for (const [judge, made] of calls.entries()) {
        const given = counts.reduce((sum, row) => sum + row[judge]!, 0);
        expect(given).toBeGreaterThan(0);
        expect(given).toBeLessThanOrEqual(made);
      }
    });
  });

  interface Run {
    judge_run_id: string;
    score: number | null;
    iterations: { broken_answers: unknown[]; grounding: { places: { nowhere?: number } } }[];
  }

  function meanOf(others: Run[]): number {
    return others.reduce((sum, { score }) => sum + score!, 0) / others.length;
  }
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { type JudgedWorkspace, judgedEverything, startView } from "../support/viewer.ts";

describe.skipIf(lacksBrowser())("what was judged under a name", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([judgedEverything(), openBrowser()]);
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

  const stored = (path: string) => readFileSync(join(workspace.root, "outputs", path), "utf8");

  describe("samples by a rubric", () => {
    test("are listed beside the campaigns, and lead to their page and back", async () => {
      const { page, problems } = await opened();
      const row = page.locator("tr", { hasText: "demo-en" });
      expect(await row.innerText()).toMatch(/samples\.jsonl[\s\S]*complete[\s\S]*12[\s\S]*36[\s\S]*structured/);
      await row.locator("a").click();
      await page.waitForSelector(".samples a");
      await page.keyboard.press("u");
      await page.waitForSelector("text=Experiments judged in batches");
      expect(problems).toEqual([]);
    });

    test("have the figures of summary.md, and its tables word for word", async () => {
      const { page, problems } = await opened("#/rubric/demo-en");
      const text = await page.innerText("main");
      const summary = stored("rubric/demo-en/summary.md");
      expect(text).toContain(summary.split("\n")[2]);
      for (const [, dimension, mean] of summary.matchAll(/\| core \| (\w+) \| ([\d.]+) \| [[n]/g)) {
        const card = page.locator(`[aria-label="Scores in ${dimension}"]`);
        expect(await card.innerText()).toContain(Number(mean).toFixed(2));
      }
      for (const cell of ["8.3 % [1.5 %, 35.4 %]", "96.3 % of 81", "evidence_not_verbatim", "100.0 %"])
        expect(text).toContain(cell);
      expect(problems).toEqual([]);
    });

    test("show how often each score was given, as scores_long.csv has it", async () => {
      const { page } = await opened("#/rubric/demo-en");
      const [head, ...rows] = stored("rubric/demo-en/scores_long.csv").trim().split("\n");
      const columns = head!.split(",");
      const count = (variant: string, score: string) =>
        rows.filter((row) => {
          const cells = row.split(",");
          return cells[columns.indexOf("prompt_variant")] === variant && cells[columns.indexOf("structure")] === score;
        }).length;
      const table = page.locator(".distribution", { has: page.locator("caption", { hasText: "structure" }) });
      const drawn = await table
        .locator("tbody tr")
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      expect(drawn).toEqual(
        ["2", "1", "0"].map((score) => [score, String(count("plain", score)), String(count("structured", score))]),
      );
    });

    test.each([
      ["flag=no_verdict", (own: Judgement[]) => own.some(({ status }) => status !== "verdict")],
      ["flag=broken_answer", (own: Judgement[]) => own.some(({ broken_answers }) => broken_answers.length > 0)],
      ["flag=tagged", (own: Judgement[]) => own.some(({ failure_tags }) => failure_tags.length > 0)],
      ["group=plain", (own: Judgement[]) => own[0]!.meta.prompt_variant === "plain"],
      ["text=q3", (own: Judgement[]) => own[0]!.meta.question_id === "q3"],
    ])("the filter %s shows the samples that judgements.jsonl has", async (query, isWanted) => {
      const bySample = new Map<number, Judgement[]>();
      for (const own of judgements()) bySample.set(own.sample, [...(bySample.get(own.sample) ?? []), own]);
      const wanted = [...bySample].filter(([, own]) => isWanted(own)).map(([sample]) => String(sample));
      expect(wanted.length).toBeGreaterThan(0);
      const { page } = await opened(`#/rubric/demo-en?${query}`);
      expect(await page.innerText(".card-head:has(#samples-title)")).toContain(`${wanted.length} of 12 samples`);
      const shown = await page.$$eval(".samples th a", (links) =>
        links.map((link) => link.textContent!.split(" ")[0]!),
      );
      expect(shown.sort()).toEqual(wanted.sort());
    });

    test("a sample shows each quote in its place, and who quoted a place", async () => {
      const { page, problems } = await opened("#/rubric/demo-zh/sample/2");
      await page.waitForSelector(".verdicts");
      const quote = page.locator("button.quote").first();
      const words = (await quote.innerText()).trim();
      await quote.click();
      await page.waitForSelector(".packet .lit");
      const lit = (await page.locator(".packet .lit").allInnerTexts()).join("");
      expect(lit.replace(/\s/g, "")).toBe(words.replace(/\s/g, ""));
      expect(words).toMatch(/\p{Script=Han}/u);
      await page.locator(".packet .mark-quoted").first().click();
      expect(await page.locator(".verdicts .lit").count()).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    });

    test("a quote that a judge made up is struck through, though its next answer was valid", async () => {
      const broken = judgements().find(({ broken_rules }) => broken_rules.evidence_not_verbatim)!;
      const { page } = await opened(`#/rubric/demo-en/sample/${broken.sample}`);
      await page.waitForSelector(".verdicts");
      const invented = page.locator(".invented s");
      expect(await invented.count()).toBe(1);
      expect(await page.innerText(".packet .answer")).not.toContain(await invented.innerText());
      await page.locator("summary", { hasText: "broke the contract" }).first().click();
      expect(await page.innerText("details[open] pre")).toContain(await invented.innerText());
    });

    test("labels stay hidden until somebody asks; j goes on, u leads back with the filter", async () => {
      const { page } = await opened("#/rubric/demo-en/sample/1?group=plain");
      await page.waitForSelector(".verdicts");
      expect(await page.innerText("main")).not.toContain("demo/small-1");
      await page.keyboard.press("s");
      await page.waitForSelector("text=model: demo/small-1");
      await page.keyboard.press("j");
      await page.waitForURL(/sample\/3/);
      await page.waitForSelector(".verdicts");
      await page.keyboard.press("u");
      await page.waitForSelector("text=6 of 12 samples");
    });

    test.each(["#/rubric/none", "#/rubric/demo-en/sample/99", "#/rubric/..%2f..%2fetc"])(
      "%s is said to be missing",
      async (path) => {
        const { page } = await opened(path);
        expect(await page.innerText("[role=alert]")).toMatch(/^The store has no/);
      },
    );
  });

  describe("experiments", () => {
    test("open on the decision of assay batch compare, with its interval", async () => {
      const words = [
        "batch",
        "compare",
        "outputs/batch/experiment-1",
        "outputs/batch/experiment-2",
        "--output",
        "markdown",
      ];
      const { stdout } = await assay(words, { cwd: workspace.root });
      const { page, problems } = await opened("#/batch/experiment-2");
      const card = await page.innerText(".verdict");
      const lines = stdout.split("\n");
      expect(card).toContain(lines[0]!.replace("## ", ""));
      expect(card).toContain(lines[2]);
      expect(card).toContain(lines.find((line) => line.startsWith("Paired on")));
      const bar = page.locator(".decision-bar .range");
      expect(Number(await bar.getAttribute("x1"))).toBeGreaterThan(50);
      expect(problems).toEqual([]);
    });

    test("say of themselves what summary.md says, strata and singletons included", async () => {
      const { page } = await opened("#/batch/experiment-1");
      const text = await page.innerText("main");
      const summary = stored("batch/experiment-1/summary.md").replaceAll("\\_", "_");
      for (const line of summary
        .split("\n")
        .filter((own) => /^(?:\d+ of|Ambiguous|Singletons|Should|The same)/.test(own)))
        expect(text).toContain(line);
      for (const [, field, figures] of summary.matchAll(/^- (\w+): (.*)$/gm))
        expect(text).toContain(`${field}: ${figures}`);
      const strata = await page.locator(".strata tbody tr").allInnerTexts();
      expect(strata.map((row) => row.replace(/\s+/g, " "))).toEqual([
        expect.stringMatching(/^large 88 20 20 .*3\.40 \(95 % interval 3\.00 to 3\.77\)$/),
        expect.stringMatching(/^small 152 20 20 .*4\.35/),
      ]);
      const drawn = await page.locator(".distribution tbody tr").allInnerTexts();
      expect(drawn.map((row) => row.trim().split(/\s+/))).toEqual([
        ["5", "13"],
        ["4", "14"],
        ["3", "8"],
        ["2", "5"],
      ]);
    });

    test("each item opens to what the judges saw and said, and stays open in the address", async () => {
      const { page, problems } = await opened("#/batch/experiment-1?sort=lowest&stratum=small");
      expect(await page.innerText(".card-head:has(#items-title)")).toContain("20 of 40 items");
      const result = JSON.parse(stored("batch/experiment-1/result.json"));
      const item = result.items.find(({ stratum }: { stratum: string }) => stratum === "small");
      await page.click(`.items button:has(.row-name:text-is("${item.item_id}"))`);
      await page.waitForSelector(".both");
      await page.reload();
      await page.waitForSelector(".both");
      expect(await page.innerText(".both")).toContain(`distinct topics\n${item.opinions[0].verdict.distinct_topics}`);
      const sample = JSON.parse(stored("batch/experiment-1/sample.json"));
      const shown = sample.items.find((own: { item: { item_id: string } }) => own.item.item_id === item.item_id).item;
      for (const element of shown.elements) expect(await page.innerText(".both")).toContain(element);
      expect(problems).toEqual([]);
    });

    test("a singleton opens too, and says which cluster it belongs to", async () => {
      const { page } = await opened("#/batch/experiment-1");
      const result = JSON.parse(stored("batch/experiment-1/result.json"));
      const missed = result.singletons.items.find((own: { should_cluster: boolean }) => own.should_cluster);
      const row = page.locator(".singletons button", { hasText: missed.item_id }).first();
      expect(await row.innerText()).toContain(missed.best_cluster_id);
      await row.click();
      await page.waitForSelector(".both >> text=should cluster");
    });

    test("an experiment that was measured otherwise is not compared, and it is said why", async () => {
      const other = stored("batch/experiment-1/result.json")
        .replace('"name": "experiment-1"', '"name": "other"')
        .replace(/"rubric": "[0-9a-f]{64}"/, `"rubric": "${"0".repeat(64)}"`);
      mkdirSync(join(workspace.root, "outputs/batch/other"));
      writeFileSync(join(workspace.root, "outputs/batch/other/result.json"), other);
      const { page } = await opened("#/batch/other");
      const card = await page.innerText(".verdict");
      expect(card).toContain("No other experiment was measured the same way.");
      expect(card).toContain("Not compared with experiment-1: the rubric differs.");
      await page.locator(".items button").first().click();
      await page.waitForSelector("text=sample.json beside the result is missing or damaged");
    });

    test("a result that is damaged is left out, and the others stay", async () => {
      mkdirSync(join(workspace.root, "outputs/batch/torn"));
      writeFileSync(join(workspace.root, "outputs/batch/torn/result.json"), '{"schema_version":1,"na');
      const { page, problems } = await opened();
      await page.waitForSelector("text=Experiments judged in batches");
      expect(await page.locator("th a", { hasText: "torn" }).count()).toBe(0);
      expect(await page.locator("th a", { hasText: "experiment-1" }).count()).toBe(1);
      expect(problems).toEqual([]);
    });
  });

  interface Judgement {
    sample: number;
    status: string;
    meta: Record<string, string>;
    failure_tags: string[];
    broken_answers: unknown[];
    broken_rules: Record<string, number>;
  }

  function judgements(): Judgement[] {
    return stored("rubric/demo-en/judgements.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }
});

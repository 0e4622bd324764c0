import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FunctionRequest, judgeBatch, judgeSamples } from "../../src/operations/index.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { ATTACK, LONG, MADE_OF_HOSTILE_TEXT } from "../support/hostile-text.ts";
import { writeFiles } from "../support/temporary.ts";
import { startView } from "../support/viewer.ts";

/** A name that a table, a title and an address get: shorter, and still everything that must not run. */
const NAME = '<img src=x onerror=alert("name")>\'"&{{7*7}}';

describe.skipIf(lacksBrowser())("hostile samples, items and judges", () => {
  let root: string;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "assay-hostile-"));
    const sample = (question_id: string, model_output: string) => ({
      meta: { run_id: question_id, model: NAME, prompt_variant: NAME, eval_set_variant: ATTACK, question_id },
      question: ATTACK,
      model_output,
    });
    const samples = [sample(NAME, ATTACK), sample("long", LONG)];
    const items = [
      { item_id: NAME, bucket: NAME, title: ATTACK, elements: [ATTACK, ATTACK] },
      { item_id: "long", bucket: "b", title: "long", elements: [LONG] },
      { item_id: "alone", singleton: true, text: ATTACK },
    ];
    const lines = (all: unknown[]) => all.map((one) => `${JSON.stringify(one)}\n`).join("");
    const spec = {
      schema_version: 1,
      title: ATTACK,
      metric: {
        judge: {
          rubric: "- `score` (1-5)",
          scoring: { primary: "score" },
          sample_size: 2,
          stratification: [
            { bucket: NAME, count: 1 },
            { bucket: "b", count: 1 },
          ],
          singleton_sample: 1,
          singleton_rubric: ATTACK,
          batch_size: 1,
        },
      },
    };
    writeFiles(root, {
      "samples.jsonl": lines(samples),
      "items.jsonl": lines(items),
      "spec.yaml": JSON.stringify(spec),
      "rubric.yaml": JSON.stringify({
        dimensions: [
          {
            ...{ id: "clear", name: NAME, scale: "0-1", definition: ATTACK },
            bands: [
              { score: 0, criteria: ATTACK },
              { score: 1, criteria: "Yes." },
            ],
          },
        ],
      }),
    });
    await judgeSamples({
      ...{ cwd: root, env: {}, samples: "samples.jsonl", rubric: "rubric.yaml", name: "hostile", model: "any" },
      judges: { judge: { answer: aboutSample, version: "1" } },
    });
    await judgeBatch({
      ...{ cwd: root, env: {}, spec: "spec.yaml", items: "items.jsonl", name: "hostile" },
      judges: { judge: { answer: aboutItems, version: "1" } },
    });
    // The judges may have any name in a foreign store.
    for (const file of ["rubric/hostile/manifest.json", "rubric/hostile/judgements.jsonl", "batch/hostile/result.json"])
      rename(join(root, "outputs", file));
    [browser, view] = await Promise.all([openBrowser(), startView(root)]);
  });
  afterAll(async () => {
    await browser?.close();
    await view?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  async function opened(path: string): Promise<{ page: Page; problems: string[] }> {
    const { page, problems } = await openPage(browser);
    await page.goto(view.url + path);
    await page.waitForSelector("h1");
    return { page, problems };
  }

  /** Opens what is folded, and says whether anything of the store has become more than text. */
  async function isText(page: Page, problems: string[]): Promise<void> {
    await page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
    await page.waitForTimeout(50);
    expect(await page.locator(MADE_OF_HOSTILE_TEXT).count()).toBe(0);
    expect(problems).toEqual([]);
  }

  test("the store lists them by names that are text", async () => {
    const { page, problems } = await opened("");
    await page.waitForSelector("th a:text-is('hostile')");
    expect(await page.innerText("main")).toContain("</script><script>alert(5)</script>");
    await isText(page, problems);
  });

  test("the page of a rubric shows groups, dimensions and judges as text, and its filters work with such names", async () => {
    const { page, problems } = await opened("#/rubric/hostile");
    await page.waitForSelector(".samples a");
    const text = await page.innerText("main");
    expect(text.split(NAME).length).toBeGreaterThan(4);
    expect(await page.textContent(".title p")).toContain(`A ${NAME}`);
    await page.fill("#filter-text", "onerror=alert(");
    await page.waitForSelector("text=1 of 2 samples");
    await isText(page, problems);
  });

  test("a sample shows every character of question, output, quotes, notes and raw answers", async () => {
    const { page, problems } = await opened("#/rubric/hostile/sample/1?subject=shown");
    await page.waitForSelector(".verdicts");
    for (const place of [".packet .answer .packet-text", ".packet .task .packet-text", ".verdicts"])
      expect(await page.textContent(place)).toContain('<img src="http://evil.example/x.png" onerror="alert(2)">');
    await page.locator("button.quote").first().click();
    expect(await page.locator(".packet .lit").first().innerText()).toBe("<script>alert(1)</script>");
    for (const tab of await page.locator(".tabs button").all()) await tab.click();
    await isText(page, problems);
  });

  test("the page of an experiment shows items, buckets, singletons and what was said as text", async () => {
    const { page, problems } = await opened("#/batch/hostile");
    await page.click(`.items button:has-text("onerror")`);
    await page.waitForSelector(".both");
    await page.click(".singletons button");
    await page.waitForSelector(".singletons ~ .chosen .both");
    expect(await page.textContent(".title p")).toContain(NAME);
    expect(await page.textContent(".both .facts")).toContain(NAME);
    const text = await page.textContent("main");
    expect(text!.split("</script><script>alert(5)</script>").length).toBeGreaterThan(4);
    expect(text).toContain(NAME);
    await isText(page, problems);
  });

  test.each([
    ["a sample", "#/rubric/hostile/sample/2"],
    ["an item", "#/batch/hostile?item=long"],
  ])("%s of five megabytes opens, a stretch at a time", async (_, path) => {
    const { page, problems } = await opened(path);
    await page.waitForSelector("text=Show all 5,440,000 characters");
    expect(await page.evaluate("document.body.textContent.length")).toBeLessThan(400_000);
    expect(problems).toEqual([]);
  });
});

function aboutSample({ messages }: FunctionRequest) {
  const { meta, model_output } = JSON.parse(messages[1]!.content!) as { meta: unknown; model_output: string };
  const quote = model_output.startsWith("A sentence")
    ? "A sentence of a very long answer."
    : "<script>alert(1)</script>";
  return {
    meta,
    scores: { clear: { score: 1, evidence: [quote], rationale: ATTACK } },
    failure_tags: [],
    notes: ATTACK,
  };
}

function aboutItems({ messages }: FunctionRequest) {
  const asked = messages.map(({ content }) => content ?? "").join("\n");
  const isAlone = asked.includes('"alone"');
  const item_id = isAlone ? "alone" : asked.includes('"long"') ? "long" : NAME;
  const verdict = isAlone
    ? { item_id, should_cluster: true, best_cluster: NAME, confidence: 1, reason: ATTACK }
    : { item_id, score: 4, ambiguous: false, reason: ATTACK };
  return JSON.stringify([verdict]);
}

function rename(file: string): void {
  const text = readFileSync(file, "utf8");
  const hostile = JSON.stringify(NAME);
  writeFileSync(
    file,
    text.replaceAll(
      /"(judge_run_id|judge_id|model)":(\s*)"(?:judge|any|function\/[^"]*)"/g,
      `"$1":$2${hostile.replaceAll("$", "$$$$")}`,
    ),
  );
}

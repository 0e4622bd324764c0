import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FunctionRequest, judgeBatch, judgeSamples } from "../../src/operations/index.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { writeFiles } from "../support/temporary.ts";
import { startView } from "../support/viewer.ts";

const COUNT = 600;
/** However many there are: what fits on the screen, and a few beyond its edges. */
const MOST_ROWS = 60;

describe.skipIf(lacksBrowser())("hundreds of samples and items", () => {
  let root: string;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "assay-named-"));
    const each = (make: (number: number) => unknown) =>
      Array.from({ length: COUNT }, (_, at) => `${JSON.stringify(make(at + 1))}\n`).join("");
    writeFiles(root, {
      "samples.jsonl": each((number) => ({
        meta: {
          run_id: `r${number}`,
          model: "m",
          prompt_variant: "v",
          eval_set_variant: "s",
          question_id: `q${number}`,
        },
        question: `What is ${number}?`,
        model_output: `It is the number ${number}.`,
      })),
      "items.jsonl": each((number) => ({ item_id: `item-${number}`, text: `The number ${number}.` })),
      "rubric.yaml":
        "dimensions: [{ id: clear, name: Clear, scale: 0-1, definition: Says it., bands: [{ score: 0, criteria: No. }, { score: 1, criteria: Yes. }] }]\n",
      "spec.yaml": JSON.stringify({
        schema_version: 1,
        metric: {
          judge: {
            rubric: "- `score` (1-5)",
            scoring: { primary: "score" },
            ...{ sample_size: COUNT, batch_size: 100 },
          },
        },
      }),
    });
    await judgeSamples({
      ...{ cwd: root, env: {}, samples: "samples.jsonl", rubric: "rubric.yaml", name: "many", model: "any" },
      judges: { judge: { answer: aboutSample, version: "1" } },
    });
    await judgeBatch({
      ...{ cwd: root, env: {}, spec: "spec.yaml", items: "items.jsonl", name: "many" },
      judges: { judge: { answer: aboutItems, version: "1" } },
    });
    [browser, view] = await Promise.all([openBrowser(), startView(root)]);
  });
  afterAll(async () => {
    await browser?.close();
    await view?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  async function scrollToEnd(page: Page, box: string): Promise<void> {
    await page.waitForSelector(box);
    await page.$eval(box, (own) => {
      (own as unknown as { scrollTop: number }).scrollTop = 1e9;
    });
  }

  test.each([
    ["#/rubric/many", ".sample-box", ".samples tbody tr:not(.spacer)", `.samples a:has-text("q${COUNT}")`],
    ["#/batch/many", ".items .row-box", ".items button", `.items li[aria-posinset="${COUNT}"]`],
  ])(
    "%s has as many rows in the page as fit on the screen, and all of them on paper",
    async (path, box, row, lastRow) => {
      const { page, problems } = await openPage(browser);
      await page.goto(view.url + path);
      await page.waitForSelector(row);
      expect(await page.locator(row).count()).toBeLessThan(MOST_ROWS);
      await scrollToEnd(page, box);
      await page.waitForSelector(lastRow);
      expect(await page.locator(row).count()).toBeLessThan(MOST_ROWS);
      await page.emulateMedia({ media: "print" });
      await expect.poll(() => page.locator(row).count(), { timeout: 30_000 }).toBe(COUNT);
      expect(problems).toEqual([]);
    },
  );

  test("the last sample and the last item open", async () => {
    const { page, problems } = await openPage(browser);
    await page.goto(`${view.url}#/rubric/many`);
    await scrollToEnd(page, ".sample-box");
    await page.click(`.samples a:has-text("q${COUNT}")`);
    await page.waitForSelector(`.packet >> text=It is the number ${COUNT}.`);
    await page.goto(`${view.url}#/batch/many`);
    await scrollToEnd(page, ".items .row-box");
    const last = page.locator(`.items li[aria-posinset="${COUNT}"]`);
    const id = await last.locator(".row-name").innerText();
    await last.locator("button").click();
    await page.waitForSelector(`.chosen h3:text-is("${id}")`);
    await page.waitForSelector(`.both >> text=The number ${id.replace("item-", "")}.`);
    expect(problems).toEqual([]);
  });
});

function aboutSample({ messages }: FunctionRequest) {
  const { meta } = JSON.parse(messages[1]!.content!) as { meta: unknown };
  const scores = { clear: { score: 1, evidence: ["It is the number"], rationale: "It says so." } };
  return { meta, scores, failure_tags: [], notes: "" };
}

function aboutItems({ messages }: FunctionRequest) {
  const ids = messages.at(-1)!.content!.matchAll(/item-\d+/g);
  const asked = [...new Set([...ids].map(([id]) => id))];
  return JSON.stringify(asked.map((item_id) => ({ item_id, score: 4, ambiguous: false })));
}

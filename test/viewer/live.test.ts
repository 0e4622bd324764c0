import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runEval } from "../../src/operations/index.ts";
import { DIMENSIONS } from "../../src/records/index.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { caseText, evaluationText, profileText } from "../support/small-workspace.ts";
import { writeFiles } from "../support/temporary.ts";
import { startView } from "../support/viewer.ts";

test.skipIf(lacksBrowser())(
  "the page of a running campaign shows each trial as it is judged, and says when all is done",
  async () => {
    const root = mkdtempSync(join(tmpdir(), "assay-live-"));
    writeFiles(root, {
      ...Object.fromEntries(
        ["one", "two"].map((id) => [
          `configs/cases/${id}/test.yaml`,
          caseText(id).replace("content: Hi", `content: ${id}`),
        ]),
      ),
      "configs/suites/s.yaml": "schema_version: 1\nsuite_id: s\ntitle: Live\nmodels: [{ model_id: m }]\n",
      "configs/run_profiles/r.yaml": profileText("execution_policy: { max_concurrency: 1 }\n"),
      "configs/evaluation_profiles/e.yaml": evaluationText(
        "judges: [{ judge_id: main, type: llm_probe, model: function/x }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n",
      ),
    });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let askedForSecond = () => {};
    const secondAsked = new Promise<void>((resolve) => (askedForSecond = resolve));
    const running = runEval({
      ...{ cwd: root, suite: "s", runProfile: "r", evaluationProfile: "e", files: false },
      subjects: {
        m: {
          version: "1",
          async answer({ messages }) {
            if (messages.at(-1)!.content === "two") {
              askedForSecond();
              await held;
            }
            return "Words.";
          },
        },
      },
      judges: { main: { version: "1", answer: () => VERDICT } },
    });
    const [browser, view] = await Promise.all([openBrowser(), secondAsked.then(() => startView(root))]);
    try {
      const { page, problems } = await openPage(browser);
      await page.goto(view.url);
      await page.click("tbody th a");
      await page.waitForSelector('.chip:has-text("running")');
      await page.waitForSelector('.matrix a:has-text("7")');
      expect(await page.locator(".matrix a").count()).toBe(1);
      goOn();
      expect((await running).status).toBe("done");
      await page.waitForSelector('.chip:has-text("complete")');
      expect(await page.locator('.matrix a:has-text("7")').count()).toBe(2);
      expect(problems).toEqual([]);
    } finally {
      goOn();
      await browser.close();
      await view.stop();
      rmSync(root, { recursive: true, force: true });
    }
  },
);

const VERDICT = {
  summary: "Fine.",
  dimensions: Object.fromEntries(DIMENSIONS.map((name) => [name, { evidence: ['It says "Words".'], score: 7 }])),
  overall: { score: 7, reason: "Fine." },
};

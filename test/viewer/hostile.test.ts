import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runEval } from "../../src/operations/index.ts";
import { DIMENSIONS, type TraceEvent } from "../../src/records/index.ts";
import { openStore } from "../../src/store/index.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { caseText, evaluationText, profileText } from "../support/small-workspace.ts";
import { writeFiles } from "../support/temporary.ts";
import { startView } from "../support/viewer.ts";

/** Whatever of this is taken for markup, opens a dialog, loads something or throws. */
const ATTACK = [
  "<script>alert(1)</script>",
  '<img src="http://evil.example/x.png" onerror="alert(2)">',
  '<svg onload="alert(3)"><animate onbegin="alert(4)" attributeName="x"/></svg>',
  "</script><script>alert(5)</script>",
  "[link](javascript:alert(6)) ![picture](http://evil.example/y.png)",
  '"><iframe src="javascript:alert(7)"></iframe>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: no template of ours, but perhaps of somebody else's
  "{{constructor.constructor('alert(8)')()}} ${alert(9)} \u2028\u2029\u0000\u202e",
].join("\n");

const CHINESE = "退款已于昨天发出。请在五个工作日内查看您的账户。退款已于昨天发出。";
const LONG = "A sentence of a very long answer. ".repeat(160_000);

describe.skipIf(lacksBrowser())("a store full of hostile text", () => {
  let root: string;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "assay-hostile-"));
    writeFiles(root, {
      "configs/cases/attack/test.yaml": asking(
        "attack",
        `expectations: { hard_expectations: [{ text: ${JSON.stringify(ATTACK.slice(0, 300))} }] }\n`,
      ),
      "configs/cases/chinese/test.yaml": asking("chinese"),
      "configs/cases/long/test.yaml": asking("long"),
      "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: ${JSON.stringify(`<script>alert("title")</script>`)}
models: [{ model_id: hostile }]
`,
      "configs/run_profiles/r.yaml": profileText(),
      "configs/evaluation_profiles/e.yaml": evaluationText(
        "judges: [{ judge_id: main, type: llm_probe, model: function/x }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n",
      ),
    });
    const answers: Record<string, string> = { attack: ATTACK, chinese: CHINESE, long: LONG };
    const result = await runEval({
      cwd: root,
      suite: "s",
      runProfile: "r",
      evaluationProfile: "e",
      subjects: { hostile: { version: "1", answer: ({ messages }) => answers[messages.at(-1)!.content!]! } },
      judges: { main: { version: "1", answer: ({ messages }) => verdict(messages.at(-1)!.content!) } },
      files: false,
    });
    expect(result.status).toBe("done");
    await leaveManyEvents(root);
    [browser, view] = await Promise.all([openBrowser(), startView(root)]);
  });
  afterAll(async () => {
    await browser?.close();
    await view?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  async function trial(name: string, query = ""): Promise<{ page: Page; problems: string[] }> {
    const { page, problems } = await openPage(browser);
    await page.goto(view.url);
    await page.click("tbody th a");
    await page.waitForSelector(".matrix a");
    const [address] = await page.$$eval(
      ".matrix a",
      (links, wanted) => links.map((link) => link.getAttribute("href")!).filter((href) => href.includes(wanted)),
      `/${name}/`,
    );
    await page.goto(`${view.url}${address}${query}`);
    await page.waitForSelector(".packet");
    return { page, problems };
  }

  test("nothing of it is ever markup: every character is shown, nothing runs, nothing is loaded", async () => {
    const { page, problems } = await trial("attack", "?subject=shown");
    const shown = (await page.textContent(".packet .answer .packet-text"))!;
    expect(shown).toContain('<img src="http://evil.example/x.png" onerror="alert(2)">');
    expect(shown).toContain("</script><script>alert(5)</script>");
    expect(await page.textContent("h1")).toContain('<img src=x onerror=alert("label")>');
    for (const tab of ["Packet", "Raw answers", "System prompt", "Trace", "Repeat it"]) {
      await page.click(`.tabs >> text=${tab}`);
      await page.waitForTimeout(50);
    }
    expect(await page.locator("main img, main iframe, main script, main [onerror], main [onload]").count()).toBe(0);
    await page.click(".crumbs li:nth-child(2) a");
    await page.waitForSelector(".matrix a");
    expect(await page.textContent("h1")).toContain('<script>alert("title")</script>');
    expect(problems).toEqual([]);
  });

  test("what a judge made up is struck through, and said to be nowhere", async () => {
    const { page } = await trial("chinese");
    const invented = page.locator(".invented", { hasText: "policy allows ninety days" }).first();
    expect(await invented.locator("s").innerText()).toBe("policy allows ninety days");
    expect(await invented.innerText()).toContain("not in what it was shown");
  });

  test("a Chinese quote that is there twice is shown in its first place, to the character", async () => {
    const { page } = await trial("chinese");
    await page.locator("button.quote", { hasText: "退款已于昨天发出" }).first().click();
    const lit = page.locator(".packet .lit");
    expect(await lit.first().innerText()).toBe("退款已于昨天发出");
    const before = await lit.first().evaluate((mark) => mark.previousSibling?.textContent ?? "");
    expect(before).toBe("");
  });

  test("an answer of five megabytes opens, a stretch at a time", async () => {
    const { page, problems } = await trial("long");
    await page.click(".tabs >> text=Trace");
    await page.waitForSelector(".trace li");
    expect(problems).toEqual([]);
    expect(await page.evaluate("document.body.textContent.length")).toBeLessThan(400_000);
  });

  test("300,000 events of one trial open a page at a time", async () => {
    const { page, problems } = await trial("attack", "?tab=trace");
    await page.waitForSelector("text=events 1 to 500 of 300,000");
    await page.click("text=later →");
    await page.waitForSelector("text=events 501 to 1,000 of 300,000");
    expect(await page.locator(".trace li").count()).toBe(500);
    expect(problems).toEqual([]);
  });
});

/** A case that asks with its own id: cases that ask the same would share one answer. */
function asking(id: string, rest = ""): string {
  return caseText(id, rest).replace("content: Hi", `content: ${id}`);
}

function verdict(packet: string): Record<string, unknown> {
  const quotes = packet.includes("退款")
    ? ['It says "退款已于昨天发出".', 'It claims "policy allows ninety days".']
    : ["It says `alert(1)`.", ATTACK];
  return {
    summary: ATTACK,
    dimensions: Object.fromEntries(DIMENSIONS.map((name) => [name, { evidence: quotes, score: 5 }])),
    overall: { score: 5, reason: ATTACK },
  };
}

/** As an agent that went in circles would have left it; files with hostile names beside it. */
async function leaveManyEvents(root: string): Promise<void> {
  const store = openStore(join(root, "outputs"));
  const entry = [...store.places("run")].find(({ place }) => place!.includes("/attack/"))!;
  const record = store.readEntry(entry)!;
  const trace = Array.from(
    { length: 300_000 },
    (_, at): TraceEvent => ({
      turn: at,
      at_ms: at,
      kind: "tool_result",
      tool_name: "<b>tool</b>",
      tool_call_id: String(at),
      status: "success",
      content: "<script>alert(10)</script>",
    }),
  );
  const artifacts = [
    { artifact_type: "workspace_file", path: "<img src=x onerror=alert(11)>.svg", bytes: 1, sha256: "0".repeat(64) },
  ];
  store.append({
    kind: "run",
    key: entry.key,
    place: entry.place,
    value: { ...record, artifact: { ...record.artifact, trace, artifacts } },
  });
  const [campaign] = store.keys("campaign");
  const value = store.readEntry(campaign!)!;
  const models = value.models.map((model) => ({ ...model, label: '<img src=x onerror=alert("label")>' }));
  store.append({ kind: "campaign", key: campaign!.key, value: { ...value, models } });
  await store.close();
}

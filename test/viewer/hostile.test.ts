import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStoredResults, runEval } from "../../src/operations/index.ts";
import { DIMENSIONS, type RunArtifact, type TraceEvent, type TrialResult } from "../../src/records/index.ts";
import { openStore } from "../../src/store/index.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { ATTACK, LONG, MADE_OF_HOSTILE_TEXT } from "../support/hostile-text.ts";
import { caseText, evaluationText, profileText } from "../support/small-workspace.ts";
import { writeFiles } from "../support/temporary.ts";
import { sampleSize } from "../support/thorough.ts";
import { startView } from "../support/viewer.ts";

const EVENTS = sampleSize(60_000, 300_000);
const CHINESE = "退款已于昨天发出。请在五个工作日内查看您的账户。退款已于昨天发出。";

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
      "configs/cases/circles/test.yaml": asking("circles"),
      "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: ${JSON.stringify(`<script>alert("title")</script>`)}
models: [{ model_id: hostile }, { model_id: plain }]
`,
      "configs/run_profiles/r.yaml": profileText(),
      "configs/evaluation_profiles/e.yaml": evaluationText(
        `judges: [{ judge_id: main, type: llm_probe, model: function/x }, { judge_id: kind, type: llm_probe, model: function/y }]
judge_runs: [{ judge_run_id: r, judge_id: main }, { judge_run_id: k, judge_id: kind }]
`,
      ),
    });
    const answers: Record<string, string> = { attack: ATTACK, chinese: CHINESE, long: LONG, circles: "Round." };
    const result = await runEval({
      cwd: root,
      suite: "s",
      runProfile: "r",
      evaluationProfile: "e",
      subjects: {
        hostile: { version: "1", answer: ({ messages }) => answers[messages.at(-1)!.content!]! },
        plain: { version: "1", answer: ({ messages }) => `Plain words about ${messages.at(-1)!.content!}.` },
      },
      judges: {
        main: { version: "1", answer: ({ messages }) => verdict(messages.at(-1)!.content!) },
        // Of another mind about the Chinese answer alone, and never makes anything up.
        kind: {
          version: "1",
          answer: ({ messages }) => {
            const isChinese = messages.at(-1)!.content!.includes("退款");
            return verdict("", isChinese ? 9 : 5, isChinese ? 'It says "退款已于昨天发出".' : "It quotes nothing.");
          },
        },
      },
      files: false,
    });
    expect(result.status).toBe("done");
    await leaveMore(root);
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
      `/hostile/${name}/`,
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
    for (const tab of ["Packet", "Raw answers", "System prompt", "Trace", "Files", "Repeat it"]) {
      await page.click(`.tabs >> text=${tab}`);
      await page.waitForTimeout(50);
    }
    expect(await page.locator(MADE_OF_HOSTILE_TEXT).count()).toBe(0);
    await page.click(".crumbs li:nth-child(2) a");
    await page.waitForSelector(".matrix a");
    expect(await page.textContent("h1")).toContain('<script>alert("title")</script>');
    expect(problems).toEqual([]);
  });

  test("its files are shown as text, only pictures as pictures, and nothing of them runs", async () => {
    const { page, problems } = await trial("attack", "?tab=files");
    await page.waitForSelector(".file");
    await page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
    const names = await page.$$eval(".file-name", (all) => all.map((name) => name.textContent));
    expect(names.sort()).toEqual(FILES.map(([path]) => path).sort());
    const shown = async (name: string) => await page.locator(".file", { hasText: name }).innerText();
    expect(await shown("onerror=alert(11)")).toContain(SVG);
    expect(await shown("really.png")).toContain(SVG);
    expect(await shown("page.html")).toContain("<script>alert(14)</script>");
    expect(await shown("program")).toContain("Not shown: it is not text.");
    expect(await shown("changed.txt")).toContain("Not shown: it is not the file that the trial left.");
    const pictures = await page.$$eval("main img", (all) => all.map((own) => own.getAttribute("src")));
    expect(pictures).toEqual([`data:image/png;base64,${PNG}`]);
    expect(
      await page.locator(".picture img").evaluate((own) => (own as unknown as { naturalWidth: number }).naturalWidth),
    ).toBe(1);
    expect((await page.innerText(".diff-added")).trim()).toBe("+<script>alert(15)</script>");
    expect((await page.innerText(".diff-removed")).trim()).toBe("-old");
    expect(await page.locator("main iframe, main object, main embed, main script, .file svg").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test.each<[string, (trial: TrialResult) => boolean]>([
    ["disagreement", ({ judge_runs }) => new Set(judge_runs.map(({ score }) => score)).size > 1],
    ["unfounded", ({ grounding }) => (grounding.places.nowhere ?? 0) > 0],
  ])("the filter for %s shows exactly the trials that the store has of it", async (flag, isWanted) => {
    const results = await openStoredResults({ store: root });
    const { trials } = results.campaign(results.list()[0]!)!;
    await results.close();
    const wanted = trials.filter(isWanted).map(({ case_id }) => case_id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(trials.length);
    const { page } = await openPage(browser);
    await page.goto(view.url);
    await page.click("tbody th a");
    await page.waitForSelector(".matrix a");
    await page.selectOption("label:has-text('look at') select", flag);
    await page.waitForSelector(`text=${wanted.length} of ${trials.length} trials`);
    const shown = await page.$$eval(".matrix a:not(.dimmed)", (all) => all.map((own) => own.getAttribute("href")!));
    expect(shown.map((address) => wanted.find((id) => address.includes(`/${id}/`))).sort()).toEqual(wanted.sort());
  });

  test("what a judge made up is struck through, and said to be nowhere", async () => {
    const { page } = await trial("chinese");
    const invented = page.locator(".invented", { hasText: "policy allows ninety days" }).first();
    expect(await invented.locator("s").innerText()).toBe("policy allows ninety days");
    expect(await invented.innerText()).toContain("not in what it was shown");
  });

  test("a Chinese quote that appears twice is shown in its first place, to the character", async () => {
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

  test("the judges' page shows what judges are called as text", async () => {
    const { page, problems } = await trial("attack");
    await page.goto(page.url().replace(/\/trial\/.*/, "/judges"));
    await page.waitForSelector(".judge");
    expect(await page.textContent(".judge h2")).toContain("</script><script>alert(5)</script>");
    expect(await page.locator(MADE_OF_HOSTILE_TEXT).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("two answers are compared as text, and five megabytes of one a stretch at a time", async () => {
    const { page, problems } = await trial("attack");
    const compared = page.url().replace(/\/trial\/.*/, "/compare/hostile/plain");
    await page.goto(`${compared}?case=attack`);
    await page.waitForSelector(".both");
    expect(await page.textContent(".both article")).toContain("</script><script>alert(5)</script>");
    await page.goto(`${compared}?case=long`);
    await page.waitForSelector("text=/Show more of [0-9,]+ characters/");
    expect(await page.evaluate("document.body.textContent.length")).toBeLessThan(400_000);
    expect(await page.locator(MADE_OF_HOSTILE_TEXT).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test(`${EVENTS} events of one trial open a page at a time`, async () => {
    const { page, problems } = await trial("circles", "?tab=trace");
    await page.waitForSelector(`text=events 1 to 500 of ${EVENTS.toLocaleString("en")}`);
    await page.click("text=later →");
    await page.waitForSelector(`text=events 501 to 1,000 of ${EVENTS.toLocaleString("en")}`);
    expect(await page.locator(".trace li").count()).toBe(500);
    expect(problems).toEqual([]);
  });
});

/** A case that asks with its own id: cases that ask the same would share one answer. */
function asking(id: string, rest = ""): string {
  return caseText(id, rest).replace("content: Hi", `content: ${id}`);
}

function verdict(packet: string, score = 5, only?: string): Record<string, unknown> {
  const quotes = only
    ? [only]
    : packet.includes("退款")
      ? ['It says "退款已于昨天发出".', 'It claims "policy allows ninety days".']
      : ["It says `alert(1)`.", ATTACK];
  return {
    summary: ATTACK,
    dimensions: Object.fromEntries(DIMENSIONS.map((name) => [name, { evidence: quotes, score }])),
    overall: { score, reason: ATTACK },
  };
}

/** Files with hostile names, the events of an agent that went in circles, and judges and models with names of their own. */
async function leaveMore(root: string): Promise<void> {
  const store = openStore(join(root, "outputs"));
  const leave = (caseId: string, left: Partial<RunArtifact>, files?: string) => {
    const entry = [...store.places("run")].find(({ place }) => place!.includes(`/hostile/${caseId}/`))!;
    const record = store.readEntry(entry)!;
    const value = { ...record, artifact: { ...record.artifact, ...left }, ...(files && { files }) };
    store.append({ kind: "run", key: entry.key, place: entry.place, value });
  };
  leave("attack", { trace: toolResults(1), artifacts: leaveFiles(root) }, "artifacts/ho/stile");
  // In a case of its own, because opening a trial reads all of its record.
  leave("circles", { trace: toolResults(EVENTS) });
  const [campaign] = store.keys("campaign");
  const value = store.readEntry(campaign!)!;
  const models = value.models.map((model) => ({ ...model, label: '<img src=x onerror=alert("label")>' }));
  const judge_runs = value.judge_runs!.map((judge) => ({ ...judge, model: ATTACK }));
  store.append({ kind: "campaign", key: campaign!.key, value: { ...value, models, judge_runs } });
  await store.close();
}

function toolResults(length: number): TraceEvent[] {
  return Array.from({ length }, (_, at) => ({
    turn: at,
    at_ms: at,
    kind: "tool_result",
    tool_name: "<b>tool</b>",
    tool_call_id: String(at),
    status: "success",
    content: "<script>alert(10)</script>",
  }));
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(12)"><script>alert(13)</script></svg>';
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const FILES: [path: string, type: string, content: Buffer][] = [
  ["workspace/<img src=x onerror=alert(11)>.svg", "workspace_file", Buffer.from(SVG)],
  ["workspace/page.html", "key_output", Buffer.from("<!doctype html><script>alert(14)</script>")],
  ["workspace/point.png", "workspace_file", Buffer.from(PNG, "base64")],
  ["workspace/really.png", "workspace_file", Buffer.from(SVG)],
  ["workspace/program", "workspace_file", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff])],
  [
    "evidence/workspace.diff",
    "workspace_diff",
    Buffer.from("--- a/<b>x</b>\n+++ b/x\n@@ -1 +1 @@\n-old\n+<script>alert(15)</script>\n"),
  ],
  ["workspace/changed.txt", "workspace_file", Buffer.from("as the trial left it")],
];

/** Files of a store; one is changed afterwards. */
function leaveFiles(root: string) {
  const folder = join(root, "outputs/artifacts/ho/stile");
  for (const name of ["workspace", "evidence"]) mkdirSync(join(folder, name), { recursive: true });
  return FILES.map(([path, artifact_type, content]) => {
    // A name with a slash in it is a folder more.
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), path.includes("changed") ? "AS THE TRIAL LEFT IT" : content);
    return { artifact_type, path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  });
}

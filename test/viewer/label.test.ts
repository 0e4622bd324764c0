import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readLabels } from "../../src/labels/index.ts";
import { judgedWorkspace, label, linesIn, packetsOf } from "../labels/support.ts";
import { assay, cliPath } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { startView } from "../support/viewer.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function openView(root: string) {
  const view = await startView(root);
  onTestFinished(async () => void (await view.stop()));
  return view;
}

describe.skipIf(lacksBrowser())("labelling in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const progress = (page: Page) => page.locator(".label-progress [role=status]").textContent();
  async function shows(page: Page, words: string): Promise<void> {
    await page.locator(".label-progress [role=status]", { hasText: new RegExp(`^${words}$`) }).waitFor();
  }

  test("is done by keyboard alone, by two annotators who do not see each other, and a third settles what they disagree about", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    const annotate = async (name: string, keys: string[]) => {
      const { page, problems } = await openPage(browser);
      await page.goto(view.url);
      await page.click("text=label");
      await page.fill("input", name);
      await page.keyboard.press("Enter");
      await shows(page, "1 of 2");
      const seen = await page.locator("main").innerText();
      expect(seen).toContain("What is 1 * 21?");
      expect(seen).not.toMatch(/careful_one|quick_one|diligent|hasty|even_judge|\d\.\d/);
      for (const other of ["ann", "ben"]) if (other !== name) expect(seen).not.toContain(other);
      for (const [index, key] of keys.entries()) {
        await page.keyboard.press(key);
        await shows(page, index + 1 === keys.length ? `${keys.length} of 2 labelled` : `${index + 2} of 2`);
      }
      expect(problems).toEqual([]);
      await page.close();
    };
    await Promise.all([annotate("ann", ["p", "p"]), annotate("ben", ["f", "p"])]);
    expect(linesIn(root).map(({ annotator }) => annotator)).toEqual(["ann", "ann", "ben", "ben"]);
    const { page, problems } = await openPage(browser);
    await page.goto(`${view.url}#/label`);
    await page.fill("input", "chief");
    await page.selectOption("select", { label: "settle what annotators disagree about (1)" });
    await page.focus("input");
    await page.keyboard.press("Enter");
    await shows(page, "1 of 1");
    expect(await page.locator(".label-opinions").innerText()).toMatch(/Said so far\s+fail\s+pass/);
    expect(await page.locator("main").innerText()).not.toMatch(/\bann\b|\bben\b/);
    await page.keyboard.press("f");
    await shows(page, "1 of 1 labelled");
    expect(linesIn(root).find(({ annotator }) => annotator === "chief")).toMatchObject({
      adjudicated: true,
      value: false,
    });
    expect(problems).toEqual([]);
    await page.close();
  });

  test("takes a score, a quote by selecting text, a note, skipping and undoing", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    const [campaign] = (await packetsOf(root)).map((packet) => packet.campaign);
    const { page, problems } = await openPage(browser);
    const query = new URLSearchParams({ annotator: "ann", campaign: campaign!, question: "score:overall" });
    await page.goto(`${view.url}#/label?${query}`);
    await shows(page, "1 of 2");
    await page.locator(".label-section pre", { hasText: "States that" }).click({ clickCount: 3 });
    await page.keyboard.press("q");
    expect(await page.locator(".label-quote").innerText()).toContain("States that the result is 21.");
    await page.keyboard.press("n");
    await page.keyboard.type("half p of it");
    await page.keyboard.press("Escape");
    await page.keyboard.type("11");
    await page.keyboard.press("Enter");
    expect(await progress(page)).toBe("1 of 2");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("7.5");
    await page.keyboard.press("Enter");
    await shows(page, "2 of 2");
    expect(linesIn(root)).toMatchObject([
      { value: 7.5, note: "half p of it", quote: expect.stringContaining("States that the result is 21.") },
    ]);
    expect(await page.locator(".label-quote").innerText()).not.toContain("States");
    await page.keyboard.press("z");
    await shows(page, "1 of 2");
    const packet = page.locator(".packet");
    const skipped = await packet.innerText();
    await page.keyboard.press(" ");
    // Input before the next packet appears was not meant for it.
    await expect.poll(() => packet.innerText()).not.toBe(skipped);
    await page.keyboard.type("10");
    await page.keyboard.press("Enter");
    await shows(page, "1 of 2 labelled");
    expect((await readLabels(root)).labels).toMatchObject([{ value: 10 }]);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("keeps the probabilities of a plan, and asks two questions at once about a preference", async () => {
    const root = await judgedWorkspace({ cases: 12 });
    await label(root, ["plan", "--budget", "6", "--question", "preference"]);
    const view = await openView(root);
    const { page } = await openPage(browser);
    await page.goto(`${view.url}#/label?annotator=ann&plan=sums-preference`);
    await shows(page, "1 of 6");
    expect(await page.locator(".label-side h2").allInnerTexts()).toEqual(["A", "B"]);
    expect(await page.locator("text=Explain it in one sentence").count()).toBe(1);
    await page.keyboard.press("a");
    await shows(page, "2 of 6");
    expect(linesIn(root)).toMatchObject([{ draw: { plan: "sums-preference" }, question: { kind: "preference" } }]);
    await page.close();
  });

  test("an answer to what another tab has answered is not taken for one to what is asked now", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    const tabs = await Promise.all([openPage(browser), openPage(browser)]);
    for (const { page } of tabs) {
      await page.goto(`${view.url}#/label?annotator=ann`);
      await shows(page, "1 of 2");
    }
    await tabs[0]!.page.keyboard.press("p");
    await shows(tabs[0]!.page, "2 of 2");
    await tabs[1]!.page.keyboard.press("f");
    await tabs[1]!.page.waitForSelector(".label-problem");
    expect(await tabs[1]!.page.locator(".label-problem").innerText()).toContain("Another tab has gone on");
    expect(await progress(tabs[1]!.page)).toBe("2 of 2");
    expect(linesIn(root)).toHaveLength(1);
    for (const { page } of tabs) await page.close();
  });

  test("without the key of the address says how to get it, and so does a page without a server", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    const { page } = await openPage(browser);
    await page.goto(`${view.url.split("?")[0]}#/label`);
    expect(await page.locator("main").innerText()).toContain("open the whole address that assay view printed");
    await assay(["view", "--export", "page"], { cwd: root });
    await page.goto(`file://${root}/page/index.html#/label`);
    await page.waitForSelector("[role=alert]");
    expect(await page.locator("main").innerText()).toContain("it needs the server: run assay view");
    expect(await page.locator(".top-actions").innerText()).not.toContain("label");
    await page.close();
  });

  test("loses no label that was acknowledged when the server is killed", async () => {
    const root = await judgedWorkspace({ cases: 6 });
    const child: ChildProcess = spawn(process.execPath, [cliPath, "view", "--no-open"], { cwd: root });
    const url = await new Promise<string>((found) => child.stdout!.on("data", (text) => found(String(text).trim())));
    const { page } = await openPage(browser);
    await page.goto(`${url}#/label?annotator=ann`);
    await shows(page, "1 of 12");
    for (let given = 1; given <= 5; given += 1) {
      await page.keyboard.press("p");
      await shows(page, `${given + 1} of 12`);
    }
    const ended = new Promise((done) => child.on("close", done));
    child.kill("SIGKILL");
    await ended;
    await page.keyboard.press("p");
    await page.waitForSelector(".label-problem");
    expect(await page.locator(".label-problem").innerText()).toContain("The server does not answer");
    const { labels, problems } = await readLabels(root);
    expect(problems).toEqual([]);
    expect(labels).toHaveLength(5);
    await page.close();
  });

  test("is seen on the page of the campaign at once: trials are found by what people said of them", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    const view = await openView(root);
    const { page, problems } = await openPage(browser);
    const [packet] = await packetsOf(root);
    await page.goto(`${view.url}#/campaign/${packet!.campaign}`);
    await page.waitForSelector(".matrix tbody a");
    expect(await page.locator("select[aria-label=label], label:has-text('label') select").count()).toBe(0);
    await label(root, ["--annotator", "ann"], "p\nf\n");
    const choice = page.locator("label", { hasText: "label" }).locator("select");
    await choice.waitFor();
    expect(await choice.locator("option").allInnerTexts()).toEqual(
      expect.arrayContaining(["labelled", "people say pass", "people say fail"]),
    );
    await choice.selectOption("people say pass");
    await expect.poll(() => page.locator(".matrix tbody tr:has(a)").count()).toBe(1);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("fits on a phone: nothing is cut off, and a tap stores what a key would", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    const { page, problems } = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(`${view.url}#/label?annotator=ann`);
    await shows(page, "1 of 2");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const boxes = await page.locator("main button").evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, right, height } = button.getBoundingClientRect();
        return { fits: left >= 0 && right <= 390, height };
      }),
    );
    expect(boxes.length).toBeGreaterThan(1);
    for (const { fits, height } of boxes) expect({ fits, tall: height >= 24 }).toEqual({ fits: true, tall: true });
    await page.locator("main button", { hasText: /pass/ }).first().tap();
    await shows(page, "2 of 2");
    expect(linesIn(root)).toMatchObject([{ annotator: "ann", value: true }]);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("can be used with a screen reader, in both themes", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    for (const colorScheme of ["light", "dark"] as const)
      for (const query of ["", "?annotator=ann"]) {
        const { page } = await openPage(browser, { colorScheme });
        await page.goto(`${view.url}#/label${query}`);
        await page.waitForSelector("main form, .labelling");
        await page.evaluate(axe);
        const violations = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as { id: string }[];
        expect(violations.map(({ id }) => id)).toEqual([]);
        await page.close();
      }
  });
});

describe("the server", () => {
  const ask = (url: string, path: string, body: string, headers: Record<string, string> = {}, method = "POST") =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const asked = request(
        url,
        { path, method, headers: { "content-type": "application/json", ...headers } },
        (response) => {
          let text = "";
          response.on("data", (part) => (text += part));
          response.on("end", () => resolve({ status: response.statusCode!, body: text }));
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });

  test("stores labels only for who has the key, on this machine, from its own page", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    const path = `/label${new URL(view.url).search}`;
    const open = JSON.stringify({ action: "open", annotator: "ann" });
    expect((await ask(view.url, path, open)).status).toBe(200);
    const refused: [string, string, Record<string, string>, string, number][] = [
      ["/label", open, {}, "POST", 403],
      ["/label?token=", open, {}, "POST", 403],
      [`${path}0`, open, {}, "POST", 403],
      [path, open, { host: "evil.example" }, "POST", 403],
      [path, open, { "sec-fetch-site": "cross-site" }, "POST", 403],
      [path, open, { origin: "http://evil.example" }, "POST", 403],
      [path, open, { "content-type": "text/plain" }, "POST", 415],
      [path, "", {}, "GET", 405],
      [path, "{", {}, "POST", 400],
      [path, JSON.stringify({ action: "open" }), {}, "POST", 400],
      [path, JSON.stringify({ action: "answer", annotator: "ann", value: true }), {}, "POST", 400],
      [path, JSON.stringify({ action: "open", annotator: "x".repeat(30_000) }), {}, "POST", 400],
      [path, "x".repeat(200_000), {}, "POST", 400],
    ];
    for (const [at, body, headers, method, status] of refused)
      expect({
        at,
        body: body.slice(0, 80),
        headers,
        status: (await ask(view.url, at, body, headers, method)).status,
      }).toEqual({
        at,
        body: body.slice(0, 80),
        headers,
        status,
      });
    expect(linesIn(root)).toEqual([]);
  });

  test("says in words what it can't do", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const view = await openView(root);
    const path = `/label${new URL(view.url).search}`;
    const say = async (fields: object) => JSON.parse((await ask(view.url, path, JSON.stringify(fields))).body);
    expect(await say({ action: "open", annotator: "../x" })).toMatchObject({
      ok: false,
      problem: expect.stringContaining("can't be an annotator's name"),
    });
    expect(await say({ action: "open", annotator: "ann", plan: "none" })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('no plan is called "none"'),
    });
    const { state } = await say({ action: "open", annotator: "ann" });
    expect(await say({ action: "answer", annotator: "ann", id: state.task.id, value: 7 })).toMatchObject({
      ok: false,
      problem: "Expected p for pass or f for fail.",
    });
    expect(
      await say({ action: "answer", annotator: "ann", id: state.task.id, value: true, quote: "nobody wrote it" }),
    ).toMatchObject({ ok: false, problem: expect.stringContaining("The quote is not in what is shown") });
    expect(await say({ action: "undo", annotator: "ann" })).toMatchObject({
      ok: false,
      problem: "There is nothing to undo.",
    });
    expect(linesIn(root)).toEqual([]);
    expect(JSON.stringify(state)).not.toMatch(/careful_one|quick_one|offline\//);
  });
});

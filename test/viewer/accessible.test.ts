import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { type JudgedWorkspace, judgedEverything, judgeMoreStrictly, startView } from "../support/viewer.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(lacksBrowser())("every page can be used by everybody", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([judgedEverything(), openBrowser()]);
    await judgeMoreStrictly(workspace);
    view = await startView(workspace.root);
  });
  afterAll(async () => {
    await browser?.close();
    await view?.stop();
    workspace?.remove();
  });

  /** Everything that axe objects to, in words. */
  async function violations(page: Page): Promise<string[]> {
    // Through the debugger's door, not the page's: the page's own policy lets no foreign script in.
    await page.evaluate(axe);
    return (await page.evaluate(`axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ target, failureSummary }) => target + " " + failureSummary).join(" | ")))`)) as string[];
  }

  const PLACES: [string, (page: Page) => Promise<unknown>][] = [
    ["the store", async (page) => await page.waitForSelector("figure .chart")],
    [
      "a campaign",
      async (page) => {
        await page.click("tbody th a");
        await page.waitForSelector(".matrix a");
        await page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
      },
    ],
    [
      "a trial",
      async (page) => {
        await page.click("tbody th a");
        await page.click("#trial-4");
        await page.waitForSelector(".verdicts");
        await page.locator("button.quote").first().click();
        await page.click(".tabs >> text=Raw answers");
        await page.waitForSelector("pre.raw", { state: "attached" });
        await page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
      },
    ],
    [
      "a comparison",
      async (page) => {
        await page.click("tbody th a");
        await page.click(".forest a");
        await page.click("button.compared-row");
        await page.waitForSelector(".both");
      },
    ],
    [
      "two campaigns compared",
      async (page) => {
        await page.click("tbody th a");
        await page.click(".others a");
        await page.click("button.compared-row");
        await page.waitForSelector(".both");
      },
    ],
    [
      "the judges",
      async (page) => {
        await page.click("tbody th a");
        await page.click("text=How far each can be trusted");
        await page.waitForSelector(".judge");
      },
    ],
    [
      "samples by a rubric",
      async (page) => {
        await page.click("th a:text-is('demo-en')");
        await page.waitForSelector(".samples a");
        await page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
      },
    ],
    [
      "a sample",
      async (page) => {
        await page.click("th a:text-is('demo-en')");
        await page.click(".samples a");
        await page.locator("button.quote").first().click();
        await page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
      },
    ],
    [
      "an experiment",
      async (page) => {
        await page.click("th a:text-is('experiment-2')");
        await page.click(".items button");
        await page.waitForSelector(".both");
      },
    ],
  ];

  describe.each(PLACES)("%s", (_, go) => {
    /** Opened once: what is asked of it does not change it. */
    let page: Page;

    beforeAll(async () => {
      ({ page } = await openPage(browser));
      await page.goto(view.url);
      await go(page);
    });
    afterAll(() => page?.close());

    test.each(["light", "dark"] as const)("has nothing that axe finds wrong in %s colours", async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    });

    test("fits a phone: nothing makes the page itself scroll sideways", async () => {
      const { page: small } = await openPage(browser, { viewport: { width: 360, height: 740 } });
      await small.goto(view.url);
      await go(small);
      expect(await small.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await small.close();
    });

    test("has a name for every drawing, for those who cannot see it, or figures beside it", async () => {
      const drawings = (await page.evaluate(`[...document.querySelectorAll("main svg")].map((own) => ({
      hidden: own.getAttribute("aria-hidden") === "true",
      role: own.getAttribute("role"),
      name: own.getAttribute("aria-label") ?? "",
      beside: /\\d|–/.test(own.parentElement.parentElement.textContent),
    }))`)) as { hidden: boolean; role: string | null; name: string; beside: boolean }[];
      for (const { hidden, role, name, beside } of drawings)
        if (hidden) expect(beside).toBe(true);
        else expect([role === "img" || role === "group", /\d/.test(name)]).toEqual([true, true]);
      expect(await page.locator("main canvas").count()).toBe(0);
    });

    test("prints as a document: no bars and buttons of the screen, and nothing cut off", async () => {
      await page.setViewportSize({ width: 794, height: 1123 });
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      const seen = (await page.evaluate(`({
      bars: [...document.querySelectorAll(".top, .filters, .tabs, .sort")].filter((own) => own.checkVisibility()).length,
      cut: [...document.querySelectorAll(".matrix, .packet, .verdicts, .scrolls, .row-box, .sample-box")]
        .filter((own) => own.scrollHeight > own.clientHeight + 1 && getComputedStyle(own).overflowY !== "visible").length,
      ground: getComputedStyle(document.body).backgroundColor,
    })`)) as Record<string, unknown>;
      expect(seen).toEqual({ bars: 0, cut: 0, ground: "rgb(255, 255, 255)" });
    });
  });

  test("the chosen theme stays", async () => {
    const { page } = await openPage(browser, { colorScheme: "light" });
    await page.goto(view.url);
    await page.click("text=system");
    await page.click("text=light");
    await page.reload();
    await page.waitForSelector("tbody tr");
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(19, 20, 22)");
  });
});

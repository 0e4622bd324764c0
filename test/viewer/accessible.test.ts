import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { type JudgedWorkspace, judgedQuickstart, startView } from "../support/viewer.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(lacksBrowser())("every page can be used by everybody", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([judgedQuickstart(), openBrowser()]);
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
    ["the store", async (page) => await page.waitForSelector("tbody tr")],
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
  ];

  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    test.each(PLACES)("axe finds nothing wrong with %s", async (_, go) => {
      const { page } = await openPage(browser, { colorScheme });
      await page.goto(view.url);
      await go(page);
      expect(await violations(page)).toEqual([]);
    });
  });

  test.each(PLACES)("%s fits a phone: nothing makes the page itself scroll sideways", async (_, go) => {
    const { page } = await openPage(browser, { viewport: { width: 360, height: 740 } });
    await page.goto(view.url);
    await go(page);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
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

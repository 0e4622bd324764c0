import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { type JudgedWorkspace, judgedEverything, startView } from "../support/viewer.ts";

describe.skipIf(lacksBrowser())("every page by keyboard alone", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;
  let campaign: string;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([judgedEverything(), openBrowser()]);
    view = await startView(workspace.root);
    const { page } = await openPage(browser);
    await page.goto(view.url);
    campaign = (await page.getAttribute("tbody th a", "href"))!;
  });
  afterAll(async () => {
    await browser?.close();
    await view?.stop();
    workspace?.remove();
  });

  async function opened(path: string): Promise<Page> {
    const { page } = await openPage(browser);
    await page.goto(view.url + path);
    await page.waitForSelector("h1");
    return page;
  }

  const focused = async (page: Page) => (await page.evaluate("document.activeElement.innerText")) as string;

  test("the store: j and k go through everything that is stored, Enter opens it, u leads back", async () => {
    const page = await opened("");
    await page.waitForSelector("tbody tr");
    const names = await page.locator(".rows tbody th a").allInnerTexts();
    expect(names).toHaveLength(5);
    const seen: string[] = [];
    for (const _ of names) {
      await page.keyboard.press("j");
      seen.push(await focused(page));
    }
    expect(seen).toEqual(names);
    await page.keyboard.press("j");
    expect(await focused(page)).toBe(names.at(-1));
    await page.keyboard.press("k");
    expect(await focused(page)).toBe(names.at(-2));
    await page.keyboard.press("Enter");
    await page.waitForSelector(`h1:text-is("${names.at(-2)}")`);
    await page.keyboard.press("u");
    await page.waitForSelector('h1:text-is("Store")');
  });

  test.each([
    ["#/rubric/demo-en", ".samples a"],
    ["#/batch/experiment-2", ".items button"],
  ])("%s: j and k go through the list, and / leads to its filter", async (path, rows) => {
    const page = await opened(path);
    const [first, second] = await page.locator(rows).allInnerTexts();
    await page.keyboard.press("j");
    expect(await focused(page)).toBe(first);
    await page.keyboard.press("j");
    expect(await focused(page)).toBe(second);
    await page.keyboard.press("k");
    expect(await focused(page)).toBe(first);
    await page.keyboard.press("/");
    await page.waitForSelector("#filter-text:focus");
    // While typing, letters are letters.
    await page.keyboard.type("jk?u");
    expect(await page.inputValue("#filter-text")).toBe("jk?u");
    expect(page.url()).toContain("text=jk");
  });

  test("the judges: j goes through the figures that lead to trials", async () => {
    const page = await opened(`${campaign}/judges`);
    await page.waitForSelector(".judge a");
    await page.keyboard.press("j");
    expect(await focused(page)).toBe(await page.locator(".judge a").first().innerText());
    await page.keyboard.press("u");
    await page.waitForSelector(".matrix");
  });

  test("a comparison: j and k choose a case, from the first to the last and no further", async () => {
    const page = await opened(campaign);
    await page.click(".forest a");
    await page.waitForSelector("button .row-name");
    const ids = await page.locator("button .row-name").allInnerTexts();
    for (const id of ids) {
      await page.keyboard.press("j");
      await page.waitForSelector(`#chosen-title:text-is("${id}")`);
    }
    await page.keyboard.press("j");
    expect(await page.innerText("#chosen-title")).toBe(ids.at(-1));
    await page.keyboard.press("k");
    await page.waitForSelector(`#chosen-title:text-is("${ids.at(-2)}")`);
  });

  const PAGES: [name: string, path: () => string, words: string[]][] = [
    ["the store", () => "", ["next result"]],
    ["a campaign", () => campaign, ["search", "down in it", "back to the store"]],
    ["the judges", () => `${campaign}/judges`, ["back to the campaign"]],
    ["samples", () => "#/rubric/demo-en", ["search", "next sample"]],
    ["a sample", () => "#/rubric/demo-en/sample/1", ["next sample", "show or hide the labels"]],
    ["an experiment", () => "#/batch/experiment-1", ["search", "next item"]],
  ];

  test.each(PAGES)(
    "%s: ? says which keys work, and Escape closes that without leaving the page",
    async (_, path, words) => {
      const page = await opened(path());
      await page.waitForSelector("main > .title ~ *");
      await page.keyboard.press("?");
      await page.waitForSelector("dialog[open]");
      const help = await page.innerText("dialog");
      for (const word of words) expect(help).toContain(word);
      const before = page.url();
      await page.keyboard.press("j");
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog:not([open])", { state: "attached" });
      expect(page.url()).toBe(before);
    },
  );

  test.each([
    ["reduce", "auto"],
    ["no-preference", "smooth"],
  ] as const)("with motion %s, a quote's place comes into view by %s scrolling", async (reducedMotion, behavior) => {
    const { page } = await openPage(browser, { reducedMotion });
    await page.addInitScript(`
      const scroll = Element.prototype.scrollIntoView;
      window.scrolled = [];
      Element.prototype.scrollIntoView = function (options) { window.scrolled.push(options.behavior); scroll.call(this, options); };
    `);
    await page.goto(`${view.url}#/rubric/demo-en/sample/1`);
    await page.locator("button.quote").first().click();
    await page.waitForSelector(".packet .lit");
    await expect.poll(() => page.evaluate("scrolled"), { timeout: 30_000 }).toContain(behavior);
    expect(new Set((await page.evaluate("scrolled")) as string[])).toEqual(new Set([behavior]));
  });
});

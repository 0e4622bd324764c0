import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacksBrowser, openBrowser, openPage } from "../support/browser.ts";
import { LARGE_CASES, largeCampaign } from "../support/large-campaign.ts";
import { type JudgedWorkspace, startView } from "../support/viewer.ts";

const TRIALS = "2,100";
/** However many there are: what fits on the screen, and a few beyond its edges. */
const MOST_ROWS = 60;

describe.skipIf(lacksBrowser())("a campaign of thousands of trials", () => {
  let workspace: JudgedWorkspace;
  let browser: Browser;
  let view: Awaited<ReturnType<typeof startView>>;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([largeCampaign(), openBrowser()]);
    view = await startView(workspace.root);
  });
  afterAll(async () => {
    await browser?.close();
    await view?.stop();
    workspace?.remove();
  });

  async function campaign(): Promise<{ page: Page; problems: string[] }> {
    const { page, problems } = await openPage(browser);
    await page.goto(view.url);
    await page.click("tbody th a");
    await page.waitForSelector(".verdict");
    return { page, problems };
  }

  /** The campaign as long as the server reads its records, which it does until `release`; and what was asked for. */
  async function earlyRows() {
    const { page, problems } = await openPage(browser);
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    page.on("request", (request) => asked.push(request.url()));
    await page.route("**/data/campaign-*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(view.url);
    await page.click("tbody th a");
    await page.waitForSelector(`text=Reading what was said about ${TRIALS} trials`);
    return { page, problems, asked, release: () => release() };
  }

  const rows = (page: Page) => page.locator(".matrix tbody tr:not(.spacer)");

  test("shows its rows before its records are read, and asks for the records only then", async () => {
    const { page, problems, asked, release } = await earlyRows();
    const early = await rows(page).first().innerText();
    const head = await page.innerText(".matrix thead");
    expect(early).toMatch(/^case_00001\s+\d/);
    const kinds = asked.flatMap((url) => /\/data\/(rows|campaign)-/.exec(url)?.[1] ?? []);
    expect(kinds).toEqual(["rows", "campaign"]);
    release();
    await page.waitForSelector(".verdict");
    expect(await rows(page).first().innerText()).toBe(early);
    expect(await page.innerText(".matrix thead")).toBe(head);
    expect(problems).toEqual([]);
  });

  test("keeps what is under the eyes of whoever reads its rows already, when the rest of the page comes", async () => {
    const { page, problems, release } = await earlyRows();
    await page.keyboard.press("j");
    await page.waitForSelector(".matrix a:focus");
    await page.$eval(".matrix", (box) => {
      (box as unknown as { scrollTop: number }).scrollTop = 400 * 32;
    });
    const row = ".matrix tr:has(th:text-is('case_00405'))";
    await page.waitForSelector(row);
    const before = (await page.locator(row).boundingBox())!.y;
    release();
    await page.waitForSelector(".verdict");
    await page.waitForSelector("#filter-text");
    // The filters of the whole page come between the head of the card and its rows.
    expect(Math.abs((await page.locator(row).boundingBox())!.y - before)).toBeLessThan(2);
    expect(problems).toEqual([]);
  });

  test("opens on the verdict for everybody else", async () => {
    const { page } = await campaign();
    await page.waitForSelector("#filter-text");
    expect(await page.evaluate("scrollY")).toBe(0);
  });

  test("is compared case by case in a list of which only what fits on the screen is in the page", async () => {
    const { page, problems } = await campaign();
    await page.click(".forest a");
    await page.waitForSelector("button.compared-row");
    const listed = page.locator("button.compared-row");
    expect(await listed.count()).toBeLessThan(MOST_ROWS);
    expect(await page.getAttribute(".row-box li", "aria-setsize")).toBe(String(LARGE_CASES));
    expect((await page.evaluate("document.documentElement.scrollHeight")) as number).toBeLessThan(2000);
    const last = page.locator(`.row-box li[aria-posinset="${LARGE_CASES}"]`);
    // Later content may redraw the list, at its beginning.
    const scrolledToTheEnd = async () => {
      await page.$eval(".row-box", (box) => {
        (box as unknown as { scrollTop: number }).scrollTop = 1e9;
      });
      return await last.count();
    };
    await expect.poll(scrolledToTheEnd, { timeout: 60_000 }).toBe(1);
    expect(await listed.count()).toBeLessThan(MOST_ROWS);
    await last.locator("button.compared-row").click();
    await page.waitForSelector(".chosen .both");
    // From far away, the chosen case is brought back into the list.
    await page.$eval(".row-box", (box) => {
      (box as unknown as { scrollTop: number }).scrollTop = 0;
    });
    await page.keyboard.press("k");
    await page.waitForSelector("button.compared-row[aria-expanded=true]");
    expect(problems).toEqual([]);
  });

  test("prints all of its rows, though the screen never has them all", async () => {
    const { page } = await campaign();
    await page.emulateMedia({ media: "print" });
    await page.waitForSelector(".matrix th:text-is('case_01050')");
    expect(await rows(page).count()).toBe(LARGE_CASES);
    await page.emulateMedia({ media: "screen" });
    await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBeLessThan(MOST_ROWS);
  });

  test("has as many rows in the page as fit on the screen, wherever it is scrolled to", async () => {
    const { page } = await campaign();
    expect(await page.getAttribute(".matrix table", "aria-rowcount")).toBe(String(LARGE_CASES + 1));
    for (const share of [0, 0.5, 1]) {
      await page.$eval(
        ".matrix",
        (box, part) => {
          (box as unknown as { scrollTop: number }).scrollTop =
            (box as unknown as { scrollHeight: number }).scrollHeight * part;
        },
        share,
      );
      await page.waitForSelector(
        `.matrix th:has-text("case_0${share === 0 ? "0001" : share === 1 ? "1050" : "0530"}")`,
      );
      expect(await rows(page).count()).toBeLessThan(MOST_ROWS);
    }
  });

  test("shows its first rows again after a search that found nothing, however far down it was", async () => {
    const { page } = await campaign();
    await page.$eval(".matrix", (box) => {
      (box as unknown as { scrollTop: number }).scrollTop = 1e9;
    });
    await page.waitForSelector('.matrix th:has-text("case_01050")');
    await page.fill("#filter-text", "nobody wrote this");
    await page.waitForSelector(`[role=status]:has-text("0 of ${TRIALS} trials")`);
    await page.fill("#filter-text", "");
    await page.waitForSelector('.matrix th:has-text("case_00001")');
  });

  test("fetches its texts by itself, each once, and finds words of questions, answers and reasons in all of them", async () => {
    const { page, problems } = await openPage(browser);
    const fetched: string[] = [];
    page.on("request", (request) => request.url().includes("/search-") && fetched.push(request.url()));
    await page.goto(view.url);
    await page.click("tbody th a");
    await page.waitForSelector(".verdict");
    await expect.poll(() => fetched.length, { timeout: 30_000 }).toBe(3);
    for (const [words, found] of [
      ["What is 1050 *", "2 of"],
      ["that's about RIGHT", "371 of"],
      ["1049 * 21 is 22029", "2 of"],
      ["All hard expectations are met", "1,729 of"],
      ["nobody wrote this", "0 of"],
    ]) {
      await page.fill("#filter-text", words!);
      await page.waitForSelector(`[role=status]:has-text("${found} ${TRIALS} trials")`);
      expect(await rows(page).count()).toBeLessThan(MOST_ROWS);
    }
    expect(new Set(fetched).size).toBe(3);
    expect(fetched).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  test("an export has some dozen files, finds every trial in them, and takes the place of an earlier one", async () => {
    const { root } = workspace;
    expect((await assay(["view", "--export", "shown"], { cwd: root })).code).toBe(0);
    const data = join(root, "shown/data");
    const names = readdirSync(data);
    expect(names.length).toBeLessThan(50);
    expect(names.filter((name) => /^(?:trial|raw|trace)-/.test(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith("system-"))).toHaveLength(1);
    const [, list] = /^assay\.data\("parts",(.*)\);\n$/.exec(readFileSync(join(data, "parts.js"), "utf8"))!;
    expect((JSON.parse(list!) as { parts: string[][] }).parts.flat()).toHaveLength(2 * LARGE_CASES);
    writeFileSync(join(data, "trial-0123456789abcdef.js"), "from an earlier export");
    writeFileSync(join(data, "part-999.js"), "from an earlier export");
    writeFileSync(join(data, "notes.txt"), "mine");
    expect((await assay(["view", "--export", "shown"], { cwd: root })).code).toBe(0);
    expect(new Set(readdirSync(data))).toEqual(new Set([...names, "notes.txt"]));

    const { page, problems } = await openPage(browser);
    await page.goto(`file://${root}/shown/index.html`);
    await page.click("tbody th a");
    for (const id of ["case_00001", "case_00500", "case_01050"]) {
      await page.fill("#filter-text", id);
      await page.waitForSelector(`[role=status]:has-text("2 of ${TRIALS} trials")`);
      await page.locator(".matrix a").first().click();
      await page.waitForSelector(".verdicts");
      expect(await page.innerText("h1")).toContain(id);
      await page.click(".tabs >> text=System prompt");
      await page.waitForSelector("pre.raw:has-text('judge')");
      await page.click(".crumbs li:nth-child(2) a");
    }
    expect(problems).toEqual([]);
  });
});

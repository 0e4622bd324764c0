import type { Browser, Page } from "playwright-core";
import { openPage } from "../../test/support/browser.ts";
import { megabytes, type Row } from "../campaign/table.ts";
import type { Build } from "../support/builds.ts";
import { firstRowSeconds, noteFirstRow, searchSeconds, waitUntil } from "./in-the-page.ts";
import { TRIALS } from "./judged-store.ts";
import { SLOWEST } from "./label-it.ts";
import { scrollThrough } from "./scroll.ts";
import { type ServedStore, serveStore } from "./serve.ts";

const WAIT = { limits: [], against: { seconds: SLOWEST } };

/** Opens the store and its campaign in a browser, searches and scrolls; each time with a server that was just started. */
export async function lookAtStore(browser: Browser, root: string, build: Build): Promise<Row[]> {
  const store = await withServer(root, build, async ({ url, usage }) => {
    const took = await openAndWait(browser, url, "tbody tr");
    const address = await took.page.getAttribute("tbody th a", "href");
    await took.page.context().close();
    return { seconds: took.seconds, address: address!, usage: usage() };
  });
  const campaign = await withServer(root, build, async ({ url, usage }) => {
    const { page, seconds: first } = await openAndWait(browser, `${url}${store.address}`, ".matrix tbody a");
    await page.waitForSelector(".verdict");
    const whole = ((await page.evaluate("performance.now()")) as number) / 1000;
    const scrolled = await scrollThrough(browser, page);
    await textsAreThere(page);
    const found = await searchAll(page);
    await openTrials(page);
    await page.context().close();
    return { first, whole, scrolled, found, usage: usage() };
  });
  const { scrolled } = campaign;
  return [
    row("the store: first rows after opening", store.seconds, {
      ...WAIT,
      usage: store.usage,
    }),
    row("a campaign: first rows after opening", campaign.first, WAIT),
    row("a campaign: everything on its page", campaign.whole, { limits: [] }),
    row("search through all texts, the slowest of 5", campaign.found, WAIT),
    row(
      `scrolling through all rows, ${scrolled.mostRows} in the page: longest task`,
      scrolled.longestTaskSeconds,
      WAIT,
    ),
    row(`work per frame, of ${scrolled.frames} frames`, scrolled.secondsPerFrame, WAIT),
    row("the server, after all that", campaign.whole, {
      usage: campaign.usage,
      limits: [megabytes(campaign.usage.peakMegabytes, 150)],
    }),
  ];
}

function row(what: string, took: number, more: Pick<Row, "limits" | "against" | "usage">): Row {
  return { what, seconds: took, trials: TRIALS, ...more };
}

async function withServer<Result>(
  root: string,
  build: Build,
  use: (server: ServedStore) => Promise<Result>,
): Promise<Result> {
  const server = await serveStore(root, build);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

async function openAndWait(browser: Browser, url: string, selector: string): Promise<{ page: Page; seconds: number }> {
  const { page } = await openPage(browser);
  await noteFirstRow(page, selector);
  await page.goto(url, { waitUntil: "commit" });
  return { page, seconds: await firstRowSeconds(page) };
}

/** The page fetches texts while idle. */
async function textsAreThere(page: Page): Promise<void> {
  const fetched = 'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/search-")).length';
  await waitUntil(page, `${fetched} >= ${Math.ceil(TRIALS / 1000)}`);
}

/** Words of a question, of answers, of reasons, of nothing, and of everything. */
async function searchAll(page: Page): Promise<number> {
  const all = "10,000";
  const times: number[] = [];
  for (const [text, found] of [
    ["what is 4711 * 21", "2 of"],
    ["that's about", "5,000 of"],
    ["is violated", "5,000 of"],
    ["no trial has these words", "0 of"],
    ["what is", `${all} of`],
  ] as const)
    times.push(await searchSeconds(page, text, found));
  return Math.max(...times);
}

/** Memory is measured after opening some trials, with every raw answer. */
async function openTrials(page: Page): Promise<void> {
  await page.locator(".matrix a").first().click();
  await page.waitForSelector(".verdicts");
  await page.click(".tabs >> text=Raw answers");
  for (let number = 0; number < 10; number++) {
    await page.waitForSelector("pre.raw", { state: "attached" });
    await page.keyboard.press("j");
  }
}

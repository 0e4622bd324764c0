import type { Browser, Page } from "playwright-core";
import { openPage } from "../../test/support/browser.ts";
import { megabytes, type Row } from "../campaign/table.ts";
import type { Build } from "../support/builds.ts";
import { firstRowSeconds, noteFirstRow } from "./in-the-page.ts";
import { TRIALS } from "./judged-store.ts";
import { serveStore } from "./serve.ts";

const ANSWERS = 20;
/** How much longer than with the other build a person may wait: single waits are a few frames long. */
export const SLOWEST = 1.3;

/** Opens the queue of labels in a browser and answers by keyboard: what can be labelled, the first packet, and each next one. */
export async function labelStore(browser: Browser, root: string, build: Build): Promise<Row[]> {
  const server = await serveStore(root, build);
  try {
    const { page } = await openPage(browser);
    await noteFirstRow(page, ".label-start");
    await page.goto(`${server.url}#/label`, { waitUntil: "commit" });
    const choices = await firstRowSeconds(page);
    // Labelling again under the same name continues with the rest.
    await page.fill(".label-start input", `bench-${Date.now()}`);
    const first = await secondsUntilNext(page, "Enter");
    const next: number[] = [];
    for (let answer = 0; answer < ANSWERS; answer++) {
      await page.keyboard.press("7");
      next.push(await secondsUntilNext(page, "Enter"));
    }
    await page.context().close();
    const { peakMegabytes, cpuSeconds } = server.usage();
    const row = (what: string, took: number): Row => ({
      ...{ what, seconds: took, trials: TRIALS },
      limits: [],
      against: { seconds: SLOWEST },
    });
    return [
      row("labels: what can be labelled, after opening", choices),
      row("labels: the first packet of a queue", first),
      {
        ...row(`labels: the next packet, the slowest of ${ANSWERS}`, Math.max(...next)),
        usage: { peakMegabytes, cpuSeconds },
        limits: [megabytes(peakMegabytes, 200)],
      },
    ];
  } finally {
    await server.stop();
  }
}

/** From a key until another packet is on the screen. */
async function secondsUntilNext(page: Page, key: string): Promise<number> {
  await page.evaluate(`(() => {
    const shown = () => document.querySelector(".label-progress [role=status]")?.textContent ?? "";
    const before = shown();
    window.nextPacket = new Promise((there) => {
      addEventListener("keydown", ({ key }) => {
        if (key !== ${JSON.stringify(key)}) return;
        const startedAt = performance.now();
        const look = () => (shown() === before ? requestAnimationFrame(look) : there((performance.now() - startedAt) / 1000));
        look();
      }, { capture: true, once: true });
    });
  })()`);
  await page.keyboard.press(key);
  return (await page.evaluate("window.nextPacket")) as number;
}

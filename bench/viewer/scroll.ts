import type { Browser, Page } from "playwright-core";

export interface Scrolled {
  /** The longest uninterrupted task of the page. */
  longestTaskSeconds: number;
  secondsPerFrame: number;
  frames: number;
  /** Rows in the page at most, however many there are to scroll through. */
  mostRows: number;
}

const FRAMES = 180;

/**
 * Scrolls through all rows of the matrix, as fast as dragging the bar. Times are those of the processor, as the browser's own
 * trace has them: on a busy machine the clock also counts other processes.
 */
export async function scrollThrough(browser: Browser, page: Page): Promise<Scrolled> {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  const mostRows = (await page.evaluate(`(async () => {
    const box = document.querySelector(".matrix");
    let mostRows = 0;
    for (let frame = 1; frame <= ${FRAMES}; frame++) {
      box.scrollTop = ((box.scrollHeight - box.clientHeight) * frame) / ${FRAMES};
      await new Promise((next) => requestAnimationFrame(next));
      mostRows = Math.max(mostRows, box.querySelectorAll("tbody tr:not(.spacer)").length);
    }
    return mostRows;
  })()`)) as number;
  const tasks = tasksIn(JSON.parse(String(await browser.stopTracing())) as Trace);
  if (tasks.length < FRAMES) throw new Error(`the trace of ${FRAMES} frames has ${tasks.length} tasks`);
  const all = tasks.reduce((sum, seconds) => sum + seconds, 0);
  return { longestTaskSeconds: Math.max(...tasks), secondsPerFrame: all / FRAMES, frames: FRAMES, mostRows };
}

interface Trace {
  traceEvents: { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }[];
}

/** The tasks of the page's thread, in seconds of the processor. */
function tasksIn({ traceEvents }: Trace): number[] {
  const threadOf = ({ pid, tid }: Trace["traceEvents"][number]) => `${pid}/${tid}`;
  const names = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const pages = new Set(names.map(threadOf));
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && pages.has(threadOf(event)));
  return tasks.map(({ tdur = 0 }) => tdur / 1e6);
}

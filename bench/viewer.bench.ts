import { availableParallelism, loadavg } from "node:os";
import { plural } from "../src/text/presentation/index.ts";
import { lacksBrowser, openBrowser } from "../test/support/browser.ts";
import { sideBySide } from "./campaign/side-by-side.ts";
import { printHeadings } from "./campaign/table.ts";
import { removeWorkspaces } from "./campaign/workspace.ts";
import { THIS_BUILD } from "./support/builds.ts";
import { exportStore } from "./viewer/export.ts";
import { judgedStore } from "./viewer/judged-store.ts";
import { labelStore } from "./viewer/label-it.ts";
import { lookAtStore } from "./viewer/look-at-it.ts";

/**
 * `assay view` on ten thousand judged trials, in a real browser: when the first rows are there, how long a search takes, whether scrolling stutters, what
 * the server holds in memory, how long labelling waits for the next packet, and what an export takes.
 */
const OTHERS = "promptfoo with 10,000 rows, as we measured it: first rows after 1.9 to 2.9 s, server 413 to 481 MB";

if (lacksBrowser()) console.log("  not measured: there is no browser");
else {
  removeWorkspaces();
  const browser = await openBrowser();
  try {
    const root = judgedStore(THIS_BUILD);
    // Times are those of the clock. Where more wants to run than there are cores, they say little; CPU and memory still do.
    console.log(`  wanting to run on ${plural(availableParallelism(), "core")}: ${loadavg()[0]!.toFixed(1)}`);
    printHeadings();
    await sideBySide((build) => lookAtStore(browser, root, build));
    await sideBySide((build) => labelStore(browser, root, build));
    await sideBySide(async (build) => exportStore(root, build));
    console.log(`  ${OTHERS}`);
  } finally {
    await browser.close();
    removeWorkspaces();
  }
}

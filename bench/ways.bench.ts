import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { lacksBrowser, openBrowser, openPage } from "../test/support/browser.ts";
import { callAssay } from "./campaign/call-assay.ts";
import { serveStub, startStub } from "./campaign/stub.ts";
import { benchWorkspace, removeWorkspaces } from "./campaign/workspace.ts";
import { THIS_BUILD } from "./support/builds.ts";
import { serveStore } from "./viewer/serve.ts";
import { type Executed, readExecuted } from "./ways/executed.ts";
import { printExecuted } from "./ways/print-executed.ts";

/**
 * Counts the source code that a command executes, which a reader has to know to follow it. Taken from V8's coverage of the built
 * program, so that it is the same on every machine. `npm run bench ways list` also prints the executed code, by folder.
 */
if (process.argv[2] === "stub") serveStub();
else await measureWays();

async function measureWays(): Promise<void> {
  removeWorkspaces();
  const { root, ...workspace } = benchWorkspace({ cases: 1 });
  const stub = await startStub();
  try {
    console.log(`  ${"".padEnd(38)}${"files".padStart(18)}${"functions".padStart(20)}`);
    const help = await executedBy(root, async (env) => callHelp(env));
    printWay("assay --help", help, { files: 45 });
    const run = await executedBy(root, async (env) => {
      await callAssay({ stub, workspace: { root, ...workspace }, latencyMs: 0, command: "run-eval", env });
    });
    printWay("assay run-eval, one case and subject", run, { files: 320, functions: 1050 });
    if (lacksBrowser()) return console.log("  assay view is not measured: there is no browser");
    printWay("assay view of that campaign", await executedBy(root, (env) => viewCampaign(root, env)), { files: 150 });
  } finally {
    stub.stop();
    removeWorkspaces();
  }
}

async function executedBy(root: string, call: (env: Record<string, string>) => Promise<void>): Promise<Executed> {
  const folder = join(root, "coverage");
  rmSync(folder, { recursive: true, force: true });
  await call({ NODE_V8_COVERAGE: folder });
  return readExecuted(folder);
}

async function callHelp(env: Record<string, string>): Promise<void> {
  const { status } = spawnSync(process.execPath, [THIS_BUILD.cli, "--help"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  if (status !== 0) throw new Error(`assay --help ended with ${status}`);
}

/** Opens the store and follows the link to its only campaign, as a person would. */
async function viewCampaign(root: string, env: Record<string, string>): Promise<void> {
  const browser = await openBrowser();
  const server = await serveStore(root, THIS_BUILD, env);
  try {
    const { page } = await openPage(browser);
    await page.goto(server.url);
    await page.locator("tbody th a").first().click();
    await page.waitForSelector(".matrix tbody a");
    await page.waitForSelector(".verdict");
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface WayLimits {
  files: number;
  functions?: number;
}

function printWay(what: string, executed: Executed, limits: WayLimits): void {
  const { files, functions } = executed;
  const isShort = files.size <= limits.files && functions.size <= (limits.functions ?? Number.POSITIVE_INFINITY);
  const figure = (found: number, limit?: number) => `${found}${limit === undefined ? "" : ` (limit ${limit})`}`;
  const figures = [
    figure(files.size, limits.files).padStart(18),
    figure(functions.size, limits.functions).padStart(18),
  ];
  console.log(`  ${what.padEnd(38)}${figures.join("")}   ${isShort ? "ok" : "FAILED"}`);
  if (process.argv[2] === "list") printExecuted(executed);
  if (!isShort) process.exitCode = 1;
}

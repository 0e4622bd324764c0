import { runBareClient } from "./campaign/bare-client.ts";
import { measureJudged } from "./campaign/judged.ts";
import { checkThatAKilledBenchLeavesNothing, waitToBeKilled } from "./campaign/killed.ts";
import { measureLarge } from "./campaign/large.ts";
import { measureRun } from "./campaign/run.ts";
import { measureStored } from "./campaign/stored.ts";
import { type Stub, serveStub, startStub } from "./campaign/stub.ts";
import { printHeadings } from "./campaign/table.ts";
import { removeWorkspaces } from "./campaign/workspace.ts";

/**
 * Measures what Assay adds to the providers' time, and what it takes of the machine, when a campaign is big: 10,000 cases, one model, one judge
 * call each, 64 in flight, against a stub that answers after 50 ms. Everything calls the CLI as a user does. `npm run bench campaign judged
 * stored` measures these parts only; `--against <folder>` measures another build in turns with this one.
 */
const PARTS: Record<string, (stub: Stub) => Promise<void>> = {
  run: measureRun,
  judged: measureJudged,
  stored: measureStored,
  large: measureLarge,
};

if (process.argv[2] === "stub") serveStub();
else if (process.argv[2] === "bare-client") await runBareClient(process.argv[3]!);
else if (process.argv[2] === "to-be-killed") await waitToBeKilled();
else await measure(process.argv.slice(2));

async function measure(words: string[]): Promise<void> {
  const unknown = words.filter((word) => !Object.hasOwn(PARTS, word));
  if (unknown.length > 0) {
    console.error(`  campaign has no part "${unknown[0]}"; its parts are ${Object.keys(PARTS).join(", ")}`);
    process.exitCode = 2;
    return;
  }
  await checkThatAKilledBenchLeavesNothing();
  removeWorkspaces();
  const stub = await startStub();
  try {
    printHeadings();
    for (const [name, measurePart] of Object.entries(PARTS))
      if (words.length === 0 || words.includes(name)) await measurePart(stub);
  } finally {
    stub.stop();
    removeWorkspaces();
  }
}

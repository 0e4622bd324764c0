import { sayHowBusyTheMachineIs } from "./campaign/bare-client.ts";
import { measureJudged } from "./campaign/judged.ts";
import { checkThatAKilledBenchLeavesNothing, waitToBeKilled } from "./campaign/killed.ts";
import { measureLarge } from "./campaign/large.ts";
import { measureRun } from "./campaign/run.ts";
import { measureStored } from "./campaign/stored.ts";
import { type Stub, serveStub, startStub } from "./campaign/stub.ts";
import { printHeadings } from "./campaign/table.ts";
import { type BenchWorkspace, removeWorkspaces } from "./campaign/workspace.ts";

/**
 * What Assay adds to the providers' time, and what it takes of the machine, when a campaign is big: 10,000 cases, one
 * model, one judge call each, 64 in flight, against a stub that answers after 50 ms. Everything calls the CLI as a user
 * does. `npm run bench campaign judged stored` measures these parts only.
 */
const PARTS = ["run", "judged", "stored", "large"] as const;

if (process.argv[2] === "stub") serveStub();
else if (process.argv[2] === "to-be-killed") await waitToBeKilled();
else await measure(process.argv.slice(2));

async function measure(words: string[]): Promise<void> {
  const unknown = words.filter((word) => !(PARTS as readonly string[]).includes(word));
  if (unknown.length > 0) {
    console.error(`  campaign has no part "${unknown[0]}"; its parts are ${PARTS.join(", ")}`);
    process.exitCode = 2;
    return;
  }
  await checkThatAKilledBenchLeavesNothing();
  removeWorkspaces();
  const stub = await startStub();
  try {
    await sayHowBusyTheMachineIs(stub);
    printHeadings();
    await measureParts(stub, (part) => words.length === 0 || words.includes(part));
  } finally {
    stub.stop();
    removeWorkspaces();
  }
}

async function measureParts(stub: Stub, wanted: (part: (typeof PARTS)[number]) => boolean): Promise<void> {
  let judged: BenchWorkspace | undefined;
  if (wanted("run")) await measureRun(stub);
  if (wanted("judged")) judged = await measureJudged(stub);
  if (wanted("stored")) await measureStored(stub, judged);
  if (wanted("large")) await measureLarge(stub);
}

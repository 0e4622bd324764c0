import { serveStub, startStub } from "./campaign/stub.ts";
import { removeWorkspaces } from "./campaign/workspace.ts";
import { measureQueue } from "./cluster/queue.ts";
import { measureScaling } from "./cluster/scaling.ts";

/**
 * The cost of distributing work to other processes: CPU of the coordinator for a trial that goes through Redis and comes back,
 * and the division of trials that wait in the sandbox among four workers. Requires redis-server.
 */
if (process.argv[2] === "stub") serveStub();
else await measure();

async function measure(): Promise<void> {
  removeWorkspaces();
  const stub = await startStub();
  try {
    await measureQueue(stub);
    await measureScaling();
  } finally {
    stub.stop();
    removeWorkspaces();
  }
}

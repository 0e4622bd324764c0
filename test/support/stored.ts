import { join } from "node:path";
import type { Adoption, CallRecord, RunArtifact } from "../../src/records/index.ts";
import { openStore, type Store } from "../../src/store/index.ts";

/** The record of a judge call in a workspace's store; null when there is none. */
export async function storedCall(workspace: string, callId: string): Promise<CallRecord | null> {
  return await inStore(workspace, (store) => store.read("call", callId)?.value ?? null);
}

/** Stores runs as a campaign does, each at its place: `<suite>/<run profile>/<model>/<case>/<repetition>`. */
export async function storeRuns(workspace: string, runs: Record<string, RunArtifact>): Promise<void> {
  await inStore(workspace, (store) => {
    for (const [place, artifact] of Object.entries(runs)) {
      const value = { schema_version: 2 as const, artifact, fingerprint: "{}", files: null };
      store.append({ kind: "run", key: artifact.identity.run_id, place, value });
    }
  });
}

/** Stores that the trial at a place has the same inputs as a run that was executed elsewhere. */
export async function storeAdoption(workspace: string, place: string, identity: Adoption["identity"]): Promise<void> {
  await inStore(workspace, (store) => {
    store.append({ kind: "adoption", key: identity.run_id, place, value: { schema_version: 2, identity } });
  });
}

async function inStore<Result>(workspace: string, work: (store: Store) => Result): Promise<Result> {
  const store = openStore(join(workspace, "outputs"));
  try {
    return work(store);
  } finally {
    await store.close();
  }
}

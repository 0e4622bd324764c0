import type { StoredRecords } from "../../report/index.ts";
import { currentRun, type Store } from "../../store/index.ts";

/** Opens a store on first use, to read records. */
export function openStoredRecords(open: () => Store): StoredRecords & { close(): Promise<void> } {
  let opened: Store | null = null;
  const store = () => (opened ??= open());
  return {
    run(runId) {
      const entry = currentRun(store(), runId);
      return entry && store().readEntry(entry);
    },
    call: (callId) => store().read("call", callId)?.value ?? null,
    text: (sha256) => store().text(sha256),
    ranAt: (runId) => currentRun(store(), runId)?.at ?? null,
    calledAt: (callId) => store().entries("call", callId)[0]?.at ?? null,
    async close() {
      await opened?.close();
    },
  };
}

import { findWorkspaceRoot } from "../config/index.ts";
import type { StoreCheck } from "../report/index.ts";
import { fileDamage, listRuns, openStore, outputsFolder } from "../store/index.ts";
import { completeSurroundings, type Surroundings } from "./controls.ts";

/** Reads every record and every file that trials left, and holds them against their hashes. Nothing is changed. */
export async function checkStore(options: Surroundings = {}): Promise<StoreCheck> {
  const { cwd } = completeSurroundings(options);
  const store = openStore(outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd));
  try {
    const whole_records = store.verify();
    const damaged_files: StoreCheck["damaged_files"] = [];
    let runs_with_files = 0;
    for (const entry of listRuns(store, "")) {
      if (entry.kind !== "run" || !entry.facts.left_files) continue;
      const record = store.readEntry(entry);
      if (record === null) continue;
      runs_with_files += 1;
      const problem = fileDamage(record, store.outputs);
      if (problem !== null) damaged_files.push({ place: entry.place!, run_id: entry.key, problem });
    }
    const damaged_records = [...store.damaged()];
    return { schema_version: 1, kind: "store_check", whole_records, damaged_records, runs_with_files, damaged_files };
  } finally {
    await store.close();
  }
}

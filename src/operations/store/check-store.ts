import type { StoreCheck } from "../../report/index.ts";
import { fileDamage, mediaDamage, openStore } from "../../store/index.ts";
import type { Surroundings } from "../controls.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";

/**
 * Compares every record and every file that trials left with their hashes. Changes nothing.
 *
 * @example
 * const { whole_records, damaged_records } = await checkStore();
 * console.log(whole_records, "records are whole,", damaged_records.length, "are damaged");
 */
export async function checkStore(options: Surroundings = {}): Promise<StoreCheck> {
  const store = openStore(await findStoreOfWorkspace(options));
  try {
    const whole_records = store.verify();
    const damaged_files: StoreCheck["damaged_files"] = [];
    const media = new Set<string>();
    let runs_with_files = 0;
    for (const entry of store.keys("run")) {
      const record = store.readEntry(entry);
      if (record === null) continue;
      if (record.files !== null) runs_with_files += 1;
      const problem = fileDamage(record, store.outputs) ?? mediaDamage(record, store.outputs, media);
      if (problem !== null) damaged_files.push({ place: entry.place!, run_id: entry.key, problem });
    }
    const damaged_records = [...store.damaged()];
    return { schema_version: 1, kind: "store_check", whole_records, damaged_records, runs_with_files, damaged_files };
  } finally {
    await store.close();
  }
}

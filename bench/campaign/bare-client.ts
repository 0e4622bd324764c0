import { Pool } from "undici";
import { idealSeconds, LATENCY_MS } from "./ideal.ts";
import { type Stub, SUBJECT_MODEL } from "./stub.ts";
import { IN_FLIGHT } from "./workspace.ts";

const REQUESTS = 2000;

/** What this machine can do at this moment without any harness. Far from 1.0 it is busy, and no figure below means much. */
export async function sayHowBusyTheMachineIs(stub: Stub): Promise<void> {
  const { origin, pathname } = new URL(stub.baseUrl(LATENCY_MS));
  const pool = new Pool(origin, { connections: IN_FLIGHT });
  const body = JSON.stringify({ model: SUBJECT_MODEL, messages: [{ role: "user", content: "Question." }] });
  let asked = 0;
  const work = async () => {
    while (asked++ < REQUESTS)
      await (await pool.request({ path: `${pathname}/chat/completions`, method: "POST", body })).body.json();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  const took = (performance.now() - startedAt) / 1000;
  await pool.close();
  console.log(`  a bare client, without Assay: ${(took / idealSeconds(REQUESTS)).toFixed(2)} × ideal`);
}

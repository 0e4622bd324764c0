import { Pool } from "undici";
import { secondProcess } from "../support/second-process.ts";
import { type Stub, SUBJECT_MODEL } from "./stub.ts";
import { IN_FLIGHT } from "./workspace.ts";

const REQUESTS = 5000;

/** The cost of that many requests to a program that does nothing else. */
export interface BareRequests {
  seconds: number;
  cpuSeconds: number;
}

/** Measures requests without any harness, as many at a time as a campaign of the bench, in a process of their own. */
export async function measureBareClient(stub: Stub, latencyMs: number, requests: number): Promise<BareRequests> {
  const { ready, stop } = await secondProcess<BareRequests>("bare-client", stub.baseUrl(latencyMs));
  stop();
  const scale = requests / REQUESTS;
  return { seconds: ready.seconds * scale, cpuSeconds: ready.cpuSeconds * scale };
}

/** The process of the bare client: sends its requests, and then what they took. */
export async function runBareClient(baseUrl: string): Promise<void> {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, { connections: IN_FLIGHT });
  const body = JSON.stringify({ model: SUBJECT_MODEL, messages: [{ role: "user", content: "Question." }] });
  let asked = 0;
  const work = async () => {
    while (asked++ < REQUESTS)
      await (await pool.request({ path: `${pathname}/chat/completions`, method: "POST", body })).body.json();
  };
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await pool.close();
  process.send!({ seconds, cpuSeconds: (user + system) / 1e6 } satisfies BareRequests);
}

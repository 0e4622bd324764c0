import { expect, test } from "vitest";
import { seededRandom } from "../../src/statistics/index.ts";
import { IN_FLIGHT, type Kill, type PaidWork, type Protocol, paidWork } from "./paid-work.ts";
import { type PatientStub, patientStub } from "./patient-stub.ts";
import { repeatedRequests } from "./repeated-requests.ts";

/** ASSAY_KILLS=2000 looks harder; so does `npm run torture store-kills`. */
const KILLS = Number(process.env.ASSAY_KILLS ?? 16);
const SEED = Number(process.env.ASSAY_SEED ?? 1);
/** Works at the same time: most of the time goes into starting the program. */
const LANES = 2;

const OF_EACH = [
  { protocol: "campaign", what: "a judged campaign", kills: KILLS },
  { protocol: "rubric", what: "a judging of samples", kills: KILLS >> 2 },
  { protocol: "batch", what: "a judging of batches", kills: KILLS >> 2 },
] as const;

test.each(OF_EACH)(
  "killed at $kills random moments, $what ends as an undisturbed one does, and pays again only for what was in flight",
  { timeout: 300_000 + KILLS * 2_000 },
  async ({ protocol, kills }) => {
    const latencies = seededRandom(SEED);
    // So slow that a work is killed several times: what comes after its end costs more than a kill.
    const stub = await patientStub(() => 20 + latencies.below(280));
    const undisturbed = paidWork(protocol, "key-of-the-undisturbed", stub);
    expect(await undisturbed.start()).toMatchObject({ code: 0 });
    const { subject, judge } = undisturbed.needed;
    expect(undisturbed.requests()).toHaveLength(subject + judge);
    const wanted = await undisturbed.result();

    const tally: Tally = { kills: 0, works: 0, repeated: 0, inFlight: 0, paidTwice: [] };
    const lanes = Array.from({ length: LANES }, (_, lane) => disturb({ protocol, stub, wanted, lane, kills }, tally));
    await Promise.all(lanes);
    console.log(
      `${protocol}: ${tally.kills} kills of ${tally.works}: ${tally.repeated} requests repeated, ${tally.inFlight} were in flight`,
    );
    expect(tally.paidTwice).toEqual([]);
    expect(tally.repeated).toBeLessThanOrEqual(tally.inFlight);
  },
);

interface Tally {
  kills: number;
  works: number;
  repeated: number;
  inFlight: number;
  paidTwice: string[];
}

interface Disturbance {
  protocol: Protocol;
  stub: PatientStub;
  wanted: unknown;
  lane: number;
  kills: number;
}

/** One work after the other, until there were enough kills. */
async function disturb({ protocol, stub, wanted, lane, kills }: Disturbance, tally: Tally): Promise<void> {
  const moments = randomMoments(SEED * LANES + lane);
  while (tally.kills < kills) {
    const number = ++tally.works;
    const work = paidWork(protocol, `key-of-work-${number}`, stub);
    await killUntilItEnds(work, moments, kills, tally);
    expect(await work.result()).toEqual(wanted);
    const { needed, repeated, inFlight, paidTwice } = repeatedRequests(work.requests(), IN_FLIGHT);
    expect(needed).toEqual(work.needed);
    tally.paidTwice.push(...paidTwice.map((what) => `work ${number}: ${what}`));
    tally.repeated += repeated;
    tally.inFlight += inFlight;
  }
}

/** Starts the work again and again until a process ends by itself. */
async function killUntilItEnds(work: PaidWork, moments: () => Kill, kills: number, tally: Tally): Promise<void> {
  for (;;) {
    const outcome = tally.kills < kills ? await work.startAndKill(moments()) : await work.start();
    if (outcome !== "killed") {
      expect(outcome.code, outcome.stderr).toBe(0);
      return;
    }
    tally.kills += 1;
  }
}

/** Mostly while it works; at times while it starts, when it finds out what the killed one left. */
function randomMoments(seed: number): () => Kill {
  const random = seededRandom(seed);
  return () => ({
    after: random.below(10) === 0 ? "start" : "first request",
    milliseconds: 50 + random.below(550),
  });
}

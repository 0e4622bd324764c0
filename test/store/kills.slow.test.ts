import { expect, test } from "vitest";
import { seededRandom } from "../../src/statistics/index.ts";
import { IN_FLIGHT, type Kill, type KillableCampaign, killableCampaign, NEEDED } from "./killed-campaign.ts";
import { type PatientStub, patientStub } from "./patient-stub.ts";
import { repeatedRequests } from "./repeated-requests.ts";

/** ASSAY_KILLS=2000 looks harder. */
const KILLS = Number(process.env.ASSAY_KILLS ?? 200);
const SEED = Number(process.env.ASSAY_SEED ?? 1);
/** Campaigns at the same time: most of the time goes into starting the program. */
const LANES = 2;

test(`killed at ${KILLS} random moments, a judged campaign reports what an undisturbed one does, and pays again only for what was in flight`, {
  timeout: 120_000 + KILLS * 2_000,
}, async () => {
  const latencies = seededRandom(SEED);
  const stub = await patientStub(() => 10 + latencies.below(140));
  const undisturbed = killableCampaign("key-of-the-undisturbed-campaign", stub);
  expect(await undisturbed.start()).toMatchObject({ code: 0 });
  expect(undisturbed.requests()).toHaveLength(2 * NEEDED);
  const wanted = await reportOf(undisturbed);

  const tally: Tally = { kills: 0, campaigns: 0, repeated: 0, inFlight: 0, paidTwice: [] };
  await Promise.all(Array.from({ length: LANES }, (_, number) => disturb(stub, wanted, number, tally)));
  console.log(
    `${tally.kills} kills in ${tally.campaigns} campaigns: ${tally.repeated} requests repeated, ${tally.inFlight} were in flight`,
  );
  expect(tally.paidTwice).toEqual([]);
  expect(tally.repeated).toBeLessThanOrEqual(tally.inFlight);
});

interface Tally {
  kills: number;
  campaigns: number;
  repeated: number;
  inFlight: number;
  paidTwice: string[];
}

/** One campaign after the other, until there were enough kills. */
async function disturb(stub: PatientStub, wanted: unknown, lane: number, tally: Tally): Promise<void> {
  const moments = randomMoments(SEED * LANES + lane);
  while (tally.kills < KILLS) {
    const number = ++tally.campaigns;
    const campaign = killableCampaign(`key-of-campaign-${number}`, stub);
    await killUntilItEnds(campaign, moments, tally);
    expect(await reportOf(campaign)).toEqual(wanted);
    const { needed, repeated, inFlight, paidTwice } = repeatedRequests(campaign.requests(), IN_FLIGHT);
    expect(needed).toEqual({ subject: NEEDED, judge: NEEDED });
    tally.paidTwice.push(...paidTwice.map((what) => `campaign ${number}: ${what}`));
    tally.repeated += repeated;
    tally.inFlight += inFlight;
  }
}

/** Starts the campaign again and again until a process ends by itself. */
async function killUntilItEnds(campaign: KillableCampaign, moments: () => Kill, tally: Tally): Promise<void> {
  for (;;) {
    const outcome = tally.kills < KILLS ? await campaign.startAndKill(moments()) : await campaign.start();
    if (outcome !== "killed") {
      expect(outcome).toMatchObject({ code: 0 });
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

/** The report without what a clock decides. */
async function reportOf(campaign: KillableCampaign): Promise<unknown> {
  const { code, stdout } = await campaign.report();
  expect(code).toBe(0);
  const timings = ["latency_ms", "duration_ms", "mean_latency_ms"];
  return JSON.parse(stdout, (key, value: unknown) => (timings.includes(key) ? "timing" : value));
}

import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY, HASH, judgeRun, opened, PLACE, START } from "../../../test/support/prunable-store.ts";
import { appendRun, runRecord } from "../../../test/support/store-records.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { appendLabels, copyLabelsToStore, currentLabels, openPackets } from "../../labels/index.ts";
import { LABEL_FORMAT, type LabelQuestion, type LabelRecord, packetsOfLabel } from "../../records/index.ts";
import { openStore } from "../../store/index.ts";
import { pruneStore } from "./prune.ts";

const RUNS = ["r1", "r2", "r3"] as const;
const CAMPAIGNS = ["s/a-1", "s/b-1", "t/a-1"] as const;
type Run = (typeof RUNS)[number];
type Campaign = (typeof CAMPAIGNS)[number];
/** Campaigns share packets of equal answers; one that is removed from a campaign may be needed by another. */
const packetOf = (run: string) => HASH(`p-${run}`);

function labelOf(run: string, other: string, second: number): LabelRecord {
  const question: LabelQuestion =
    other === run ? { kind: "pass" } : { kind: "preference", other_packet_sha256: packetOf(other) };
  return {
    format: LABEL_FORMAT,
    packet_sha256: packetOf(run),
    question,
    annotator: "ann",
    value: other === run ? true : "this",
    purpose: "measure",
    labelled_at: new Date(START + second * 1000).toISOString(),
  };
}

/** Collects all labels, wherever they are stored, and which of their packets can be found. */
async function labelled(root: string) {
  const store = openStore(join(root, "outputs"));
  const { packets, textOf } = await openPackets(store);
  const kept = [...store.keys("label")].map((entry): [string, unknown] => [entry.key, store.readEntry(entry)]);
  const labels = currentLabels(root);
  const spokenOf = new Set(labels.flatMap(packetsOfLabel));
  const found = packets
    .filter(({ packet_sha256 }) => spokenOf.has(packet_sha256) && textOf(packet_sha256) !== null)
    .map(({ trial_id, packet_sha256 }) => ({ trial_id, packet_sha256 }));
  const damaged = store.damaged();
  await store.close();
  // Segments of the same moment are ordered by their random names, so sort records.
  return { kept: new Map(kept), labels, found, damaged };
}

type Step = {
  what: "run" | "adopt" | "judge" | "label" | "reopen";
  campaign: Campaign;
  run: Run;
  other: Run;
  day: number;
};
type Wish = { campaigns?: string[]; before?: Date; superseded?: boolean };
const step = (what: Step["what"], campaign: Campaign, run: Run, other = run): Step => ({
  ...{ what, campaign, run, other },
  day: 0,
});

const EXAMPLES: [Step[], Wish][] = [
  // The other packet of a preference is labelled too.
  [[step("label", "s/b-1", "r2", "r1")], { before: new Date(START + 50 * DAY) }],
  // A labelled packet was judged again, and must not count again when later records are removed.
  [[step("label", "s/a-1", "r1"), step("judge", "s/a-1", "r3")], { superseded: true }],
  // Another campaign judged the same packet, and now has another run in its place.
  [[step("label", "s/a-1", "r1"), step("judge", "s/b-1", "r1")], { campaigns: ["s/a-1"] }],
];

test("of any store, pruning removes no label, and what people have labelled is still found unless its campaign is named", async () => {
  const steps = fc.record<Step>({
    what: fc.constantFrom("run", "adopt", "judge", "label", "reopen"),
    campaign: fc.constantFrom(...CAMPAIGNS),
    run: fc.constantFrom(...RUNS),
    other: fc.constantFrom(...RUNS),
    day: fc.nat(100),
  });
  const wishes = fc.constantFrom<Wish[]>(
    { campaigns: ["s/a-1"] },
    { before: new Date(START + 50 * DAY) },
    { superseded: true },
    { superseded: true, before: new Date(START + 50 * DAY) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 20 }), wishes, async (taken, wish) => {
      const root = temporaryFolder();
      let { store, day } = opened(join(root, "outputs"));
      for (const [index, campaign] of CAMPAIGNS.entries()) {
        appendRun(store, RUNS[index]!, PLACE(campaign));
        judgeRun(store, campaign, RUNS[index]!, { key: `${campaign} ${RUNS[index]}`, call: RUNS[index]! });
      }
      for (const [index, { what, campaign, run, other, day: at }] of taken.entries()) {
        day(at);
        if (what === "run") appendRun(store, run, PLACE(campaign));
        if (what === "adopt" && store.has("run", run))
          store.append({
            kind: "adoption",
            key: run,
            place: PLACE(campaign),
            value: { schema_version: 2, identity: runRecord().artifact.identity },
          });
        if (what === "judge") judgeRun(store, campaign, run, { key: `${campaign} ${run}`, call: run });
        if (what === "label") {
          await appendLabels(root, [labelOf(run, other, index)]);
          copyLabelsToStore(store, root);
        }
        if (what === "reopen") {
          await store.close();
          ({ store, day } = opened(join(root, "outputs")));
        }
      }
      await store.close();
      const before = await labelled(root);
      const { labelled_packets } = await pruneStore({ cwd: root, ...wish, yes: true });
      const after = await labelled(root);
      expect(after.kept).toEqual(before.kept);
      expect(after.labels).toEqual(before.labels);
      expect(after.damaged).toEqual([]);
      const isNamed = (trial: string) => wish.campaigns?.some((name) => trial.startsWith(`${name}/`)) === true;
      expect(after.found).toEqual(before.found.filter(({ trial_id }) => !isNamed(trial_id)));
      const packets = ({ found }: typeof after) => new Set(found.map(({ packet_sha256 }) => packet_sha256));
      const lost = [...packets(before)].filter((packet) => !packets(after).has(packet));
      expect(labelled_packets).toBe(lost.length);
    }),
    { numRuns: 40, examples: EXAMPLES },
  );
});

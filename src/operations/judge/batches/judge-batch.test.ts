import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary.ts";
import { compareBatches } from "./compare-batches.ts";
import { judgeBatch } from "./judge-batch.ts";

const SPEC = JSON.stringify({
  schema_version: 1,
  metric: {
    judge: {
      ...{ rubric: "- `score` (1-5): how good it is", scoring: { primary: "score" } },
      ...{ model: "offline/judge", sample_size: 6, batch_size: 3, max_concurrency: 1 },
    },
  },
});

async function* items(count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1)
    yield Buffer.from(`${JSON.stringify({ item_id: index, text: `text ${index}` })}\n`);
}

test("a program judges an experiment from wherever it comes, hears what happens, and compares it", async () => {
  const cwd = temporaryFolder({ "spec.yaml": SPEC });
  const events: string[] = [];
  const options = { cwd, env: {}, spec: "spec.yaml", items: items(10) };
  const { result, folder } = await judgeBatch(options, { onEvent: ({ type }) => void events.push(type) });
  expect(result.scores).toMatchObject({ scored: 6, unscored: 0 });
  expect(events).toEqual(["batches_planned", ...Array(2).fill(["batch_started", "batch_ended"]).flat()]);
  expect(await compareBatches({ cwd, base: folder, candidate: folder })).toMatchObject({ decision: "revert" });
});

test("a program that stops it gets what there is, and the rest as not asked", async () => {
  const cwd = temporaryFolder({ "spec.yaml": SPEC });
  const enough = new AbortController();
  const judge = (controls: Parameters<typeof judgeBatch>[1]) =>
    judgeBatch({ cwd, env: {}, spec: "spec.yaml", items: items(10) }, controls);
  const { result } = await judge({
    noNewWork: enough.signal,
    onEvent: ({ type }) => void (type === "batch_ended" && enough.abort()),
  });
  expect(result).toMatchObject({ stopped: "interrupted", scores: { scored: 3, unscored: 3 } });
  const open = result.items.flatMap(({ opinions }) => opinions).filter(({ status }) => status === "not_asked");
  expect(open).toMatchObject(Array(3).fill({ judge_id: "judge", because: "interrupted" }));
  expect((await judge({})).result).toMatchObject({ stopped: null, cost: { new_calls: 1, reused_calls: 1 } });
});

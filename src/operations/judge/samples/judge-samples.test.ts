import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary.ts";
import { ConfigError, InterruptedError } from "../../../errors/index.ts";
import { judgeSamples } from "./judge-samples.ts";

const RUBRIC = JSON.stringify({
  dimensions: [
    {
      ...{ id: "clear", name: "Clarity", scale: "0-1", definition: "Whether it is clear." },
      bands: [
        { score: 0, criteria: "unclear" },
        { score: 1, criteria: "clear" },
      ],
    },
  ],
});

async function* samples(count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    const labels = { run_id: index, model: "m", prompt_variant: "v", eval_set_variant: "e", question_id: index };
    yield Buffer.from(`${JSON.stringify({ meta: labels, question: "Why?", model_output: `Because ${index}.` })}\n`);
  }
}

const options = (cwd: string, count = 3) => ({
  ...{ cwd, env: {}, samples: samples(count), rubric: "rubric.json", model: "offline/judge", concurrency: 1 },
});

describe("a program", () => {
  test("judges samples from wherever they come, and hears what happens", async () => {
    const events: string[] = [];
    const { summary, asked, manifest } = await judgeSamples(options(temporaryFolder({ "rubric.json": RUBRIC })), {
      onEvent: ({ type }) => void events.push(type),
    });
    expect(summary).toMatchObject({ samples: 3, judgements: { verdicts: 3, invalid: 0, unanswered: 0 } });
    expect(asked.judgements).toBe(3);
    expect(manifest.samples.file).toBe("-");
    expect(events).toEqual([...Array(3).fill("sample_read"), "samples_planned", ...Array(3).fill("sample_judged")]);
  });

  test("stops it after what is in flight, and the same call continues from there", async () => {
    const cwd = temporaryFolder({ "rubric.json": RUBRIC });
    const enough = new AbortController();
    const onEvent = ({ type }: { type: string }) => void (type === "sample_judged" && enough.abort());
    const first = await judgeSamples(options(cwd, 20), { noNewWork: enough.signal, onEvent });
    expect(first.manifest.status).toBe("interrupted");
    expect(first.summary.samples).toBeLessThan(20);
    const second = await judgeSamples(options(cwd, 20));
    expect(second.manifest.status).toBe("complete");
    expect(second.reused.judgements).toBe(first.asked.judgements);
    expect(second.asked.judgements).toBe(20 - first.asked.judgements);
  });

  test("that is stopped while samples are read learns that nothing was asked", async () => {
    const cwd = temporaryFolder({ "rubric.json": RUBRIC });
    const enough = new AbortController();
    const events: string[] = [];
    const judging = judgeSamples(options(cwd), {
      noNewWork: enough.signal,
      onEvent({ type }) {
        events.push(type);
        enough.abort();
      },
    });
    await expect(judging).rejects.toThrow(
      new InterruptedError("interrupted while the input was read; nothing was asked", {}),
    );
    expect(events).not.toContain("samples_planned");
  });

  test("is told of a stored answer that is damaged, and gets it anew", async () => {
    const cwd = temporaryFolder({ "rubric.json": RUBRIC });
    await judgeSamples(options(cwd));
    const log = join(
      cwd,
      "outputs/log",
      readdirSync(join(cwd, "outputs/log")).find((name) => name.endsWith(".jsonl"))!,
    );
    writeFileSync(log, readFileSync(log, "utf8").replace('"status":"verdict"', '"status":"verdiCt"'));
    const warnings: string[] = [];
    const { asked, reused } = await judgeSamples(options(cwd), {
      onEvent: (event) => void (event.type === "warning" && warnings.push(event.message)),
    });
    expect(warnings).toEqual([
      "1 judge call is asked again, as far as needed, because stored answers are damaged; that cost $0 last time",
      expect.stringMatching(/^a stored record is damaged and was passed over: log\//),
    ]);
    expect([asked.judgements, reused.judgements]).toEqual([1, 2]);
  });

  test("is told of a mistake in a file with its place", async () => {
    const cwd = temporaryFolder({ "rubric.json": '{ "dimensions": [] }' });
    const refusal = await judgeSamples(options(cwd)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as ConfigError).diagnostics).toMatchObject([{ file: "rubric.json", line: 1 }]);
  });
});

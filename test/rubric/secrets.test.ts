import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { answered, goodAnswer, judgeEnv, RUBRIC, sampleLine } from "./support.ts";

test("keys stand in nothing that is sent or stored, wherever in the samples they were", async () => {
  const provider = await scriptedProvider((request) => answered(goodAnswer(request)));
  const env = {
    ...judgeEnv(provider.baseUrl),
    OPENROUTER_API_KEY: "key-to-hide-1234",
    DEPLOY_TOKEN: "token-to-hide-5678",
  };
  const samples = [
    sampleLine({ model_output: "The key is key-to-hide-1234, the token token-to-hide-5678." }),
    sampleLine({ prompt_variant: "with key-to-hide-1234" }),
    '{"refused": "key-to-hide-1234"}',
  ];
  const cwd = temporaryFolder({ "rubric.json": RUBRIC, "samples.jsonl": samples.join("\n") });
  const words = ["rubric", "judge", "--samples", "samples.jsonl", "--rubric", "rubric.json", "--model", "some/judge"];
  const { stdout, stderr } = await assay([...words, "--reveal-meta"], { cwd, env });
  expect(provider.requests).toHaveLength(2);
  const bodies = provider.requests.map(({ body }) => JSON.stringify(body));
  const files = readdirSync(join(cwd, "outputs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(files.length).toBeGreaterThan(4);
  for (const text of [...files, ...bodies, stdout, stderr]) expect(text).not.toMatch(/-to-hide-/);
  expect(files.join()).toContain("with [redacted]");
});

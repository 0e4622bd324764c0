import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { NOWHERE, OK, runWithStandIn } from "./support/run-with-stand-in.ts";

describe("the generated configuration", () => {
  const config = ({ directory }: { directory: string }) =>
    JSON.parse(readFileSync(join(directory, "openclaw.json"), "utf8"));

  test("has the agent's fragments, the suite's model alone, its parameters, and the gateway", async () => {
    const result = await runWithStandIn(
      { turns: [OK] },
      {
        openclaw: {
          identity: { name: "never written" },
          agents_defaults: { thinkingDefault: "low" },
          agent: { id: "inner", skills: [] },
          model_defaults: { aliases: "benchmark" },
        },
        primaryParams: { reasoning: { effort: "high" }, cacheRetention: "long" },
      },
    );
    const { agents, models } = config(result);
    const primary = "openrouter/some/model";
    expect(agents.defaults).toMatchObject({ model: { primary }, thinkingDefault: "low", workspace: "/work/workspace" });
    expect(agents.defaults.models).toEqual({
      [primary]: {
        alias: "benchmark",
        params: { cacheRetention: "long", extra_body: { reasoning: { effort: "high" } } },
      },
    });
    expect(agents.entries).toEqual({ inner: { skills: [] } });
    expect(models.providers.openrouter).toMatchObject({ baseUrl: NOWHERE, apiKey: "OPENROUTER_API_KEY" });
    expect(JSON.stringify(config(result))).not.toContain("never written");
  });

  test("lists agents where the image is too old to name them, and then takes a prompt", async () => {
    const tooNew = '{"valid": false, "issues": [{"path": "agents", "message": "Unrecognized key: \\"entries\\""}]}';
    const result = await runWithStandIn(
      { turns: [OK], validations: [tooNew, '{"valid": true}'], version: "OpenClaw 2026.4.2" },
      { openclaw: { agent: { prompt: "You are brief." } } },
    );
    expect(result.artifact.status).toBe("success");
    expect(config(result).agents.list).toEqual([{ id: "tester", systemPromptOverride: "You are brief." }]);
  });

  test.each([
    ["a prompt that this version does not take", "validate-prompt.json", "Move the text into workspace/AGENTS.md"],
    ["an unknown key", "validate-unknown-key.json", 'agents.defaults: Unrecognized key: "bogus"'],
  ])("%s is a clear error before any turn", async (_, validation, message) => {
    const given = { openclaw: { agent: { prompt: "You are brief." } } };
    const { artifact, invocations } = await runWithStandIn({ turns: [OK], validations: [validation] }, given);
    expect(invocations).toEqual([]);
    expect(artifact).toMatchObject({
      status: "invalid",
      failure: { stage: "configuration", message: expect.stringContaining(message) },
    });
  });

  test("a validation without an answer is the machine's fault", async () => {
    const { artifact, invocations } = await runWithStandIn({ turns: [OK], validations: ["no JSON"] });
    expect([artifact.status, invocations.length]).toEqual(["provider_error", 0]);
  });
});

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

  test.each([
    ["2026.4.15", "list", 1],
    ["2026.8.2", "list", 1],
    ["2026.9.1", "entries", 1],
    ["2027.1.3", "entries", 1],
  ])("has the form that OpenClaw %s takes: %s", async (version, form, asked) => {
    const result = await runWithStandIn({ turns: [OK], version: `OpenClaw ${version}` });
    expect(config(result).agents).toHaveProperty(form);
    expect(validationsOf(result)).toBe(asked);
  });

  test.each([
    ["2026.9.6", "entries", "list"],
    ["2026.4.2", "list", "entries"],
  ])("tries the other form where %s does not know %s", async (version, refused, taken) => {
    const refusal = JSON.stringify({
      valid: false,
      issues: [{ path: "agents", message: `Unrecognized key: "${refused}"` }],
    });
    const result = await runWithStandIn({
      turns: [OK],
      validations: [refusal, '{"valid": true}'],
      version: `OpenClaw ${version}`,
    });
    expect(result.artifact.status).toBe("success");
    expect(Object.keys(config(result).agents)).toEqual(["defaults", taken]);
  });

  test("hands over a prompt where the version takes it", async () => {
    const result = await runWithStandIn(
      { turns: [OK], version: "OpenClaw 2026.4.2" },
      { openclaw: { agent: { prompt: "You are brief." } } },
    );
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

/** How often OpenClaw was asked about a configuration. */
function validationsOf({ executions }: { executions: { words: string[] }[] }): number {
  return executions.filter(({ words }) => words.includes("validate")).length;
}

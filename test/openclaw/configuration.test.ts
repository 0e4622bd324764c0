import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { OK, runWithStandIn } from "./support/run-with-stand-in.ts";
import type { StandIn } from "./support/stand-in.ts";
import type { OpenClawTrial } from "./support/trial.ts";

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
    expect(models.providers.openrouter).toMatchObject({
      baseUrl: "http://127.0.0.1:17913/v1",
      apiKey: "OPENROUTER_API_KEY",
    });
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

  describe("is validated once per configuration and image", () => {
    const ID = "a".repeat(64);
    const cache = () => ({ ...process.env, XDG_CACHE_HOME: temporaryFolder() });
    const asked = async (
      env: Record<string, string | undefined>,
      given: Partial<OpenClawTrial> = {},
      as: StandIn = {},
    ) => validationsOf(await runWithStandIn({ turns: [OK], imageId: `sha256:${ID}`, ...as }, { env, ...given }));

    test("by whichever process: a later one does not ask again", async () => {
      const env = cache();
      expect([await asked(env), await asked(env)]).toEqual([1, 0]);
    });

    test("wherever the gateway listens", async () => {
      const env = cache();
      expect([await asked(env), await asked(env, { baseUrl: "http://127.0.0.1:7/v1" })]).toEqual([1, 0]);
    });

    test.each([
      ["another image", {}, { imageId: `sha256:${"b".repeat(64)}` }],
      ["another version mounted into the same image", {}, { version: "OpenClaw 2026.9.5" }],
      ["another agent", { openclaw: { agents_defaults: { thinkingDefault: "low" } } }, {}],
      ["another environment", { program: { environment: { TZ: "UTC" } } }, {}],
      ["other parameters", { primaryParams: { cacheRetention: "long" } }, {}],
    ])("%s is asked about", async (_, given, as) => {
      const env = cache();
      expect([await asked(env), await asked(env, given as Partial<OpenClawTrial>, as)]).toEqual([1, 1]);
    });

    test("what was refused is asked about again", async () => {
      const env = cache();
      const refused = { validations: ["validate-unknown-key.json"] };
      expect([await asked(env, {}, refused), await asked(env, {}, refused), await asked(env)]).toEqual([1, 1, 1]);
    });

    test("an image whose id is no hash is asked about by every process", async () => {
      const env = cache();
      const as = { imageId: "abc" };
      expect([await asked(env, {}, as), await asked(env, {}, as)]).toEqual([1, 1]);
    });

    test("a place where nothing can be remembered is no problem", async () => {
      const env = { ...process.env, XDG_CACHE_HOME: join(temporaryFolder({ file: "" }), "file") };
      expect([await asked(env), await asked(env)]).toEqual([1, 1]);
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

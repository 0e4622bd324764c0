import { lastLine, type ProcessResult } from "../../sandbox/index.ts";
import { type AgentsForm, type ConfigSubject, generateConfig } from "./generate-config.ts";

export type ValidatedConfig =
  | { ok: true; config: Record<string, unknown>; call: ProcessResult }
  | { ok: false; config: Record<string, unknown>; call: ProcessResult; problem: string; fault: "broken" | "invalid" };

interface Validation {
  valid?: boolean;
  issues?: { path?: string; message?: string }[];
  error?: { message?: string };
}

/**
 * Generates openclaw.json and asks the image's own OpenClaw whether it takes it, before any token is spent. What it does
 * not know decides the form: older versions list agents, newer ones name them.
 */
export async function validateConfig(
  subject: ConfigSubject,
  openclawVersion: string,
  validate: (config: Record<string, unknown>) => Promise<ProcessResult>,
): Promise<ValidatedConfig> {
  const attempt = async (form: AgentsForm) => {
    const config = generateConfig(subject, form);
    const call = await validate(config);
    return { config, call, answer: parse(call.stdout) };
  };
  let tried = await attempt("entries");
  const issues = tried.answer?.issues ?? [];
  if (issues.some(({ path, message }) => path === "agents" && /entries/.test(message ?? "")))
    tried = await attempt("list");
  const { config, call, answer } = tried;
  if (answer?.valid === true) return { ok: true, config, call };
  if (answer === null) {
    const problem = `\`openclaw config validate\` gave no answer: ${lastLine(call.stderr)}`;
    return { ok: false, fault: "broken", config, call, problem };
  }
  return { ok: false, fault: "invalid", config, call, problem: inWords(answer, openclawVersion) };
}

function inWords({ issues = [], error }: Validation, version: string): string {
  if (issues.some(({ message }) => message?.includes("systemPromptOverride")))
    return (
      `agent.yaml sets openclaw.agent.prompt, but OpenClaw ${version} in this image does not take a system prompt ` +
      "(systemPromptOverride). Move the text into workspace/AGENTS.md or workspace/SOUL.md, or use an image that takes it."
    );
  const listed = issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return `OpenClaw ${version} does not accept the agent's configuration: ${listed || error?.message || "no reason given"}`;
}

function parse(stdout: string): Validation | null {
  try {
    const value: unknown = JSON.parse(stdout);
    return value !== null && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

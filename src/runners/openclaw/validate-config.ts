import { lastLine, type ProcessResult } from "../../sandbox/index.ts";
import { foreignObject } from "../agent-session/foreign-json.ts";
import { type ConfigQuestion, configKey, rememberAccepted, wasAccepted } from "./accepted-configs.ts";
import { type AgentsForm, type ConfigSubject, generateConfig } from "./generate-config.ts";

type Config = Record<string, unknown>;

/** `asked` is the answer of the image's OpenClaw; null if it had accepted the same configuration before. */
export type ValidatedConfig =
  | { ok: true; config: Config; asked: ProcessResult | null }
  | { ok: false; config: Config; asked: ProcessResult; problem: string; fault: "broken" | "invalid" };

interface Validation {
  valid?: unknown;
  issues?: { path?: string; message?: string }[];
  error?: { message?: string };
}

export interface Validator {
  /** Identifies the validator: the same image through the same client. */
  client: string;
  imageId: string;
  openclawVersion: string;
  env: Record<string, string | undefined>;
  /** Writes a configuration to the path OpenClaw reads. */
  write: (config: Config) => Promise<void>;
  /** Asks OpenClaw about the written configuration. */
  ask: () => Promise<ProcessResult>;
}

/** Shares an answer between concurrent and later trials. Refusals are asked for again. */
const accepted = new Map<string, Promise<Attempt>>();

/**
 * Generates openclaw.json and lets the image's own OpenClaw validate it before any token is spent: once per configuration and
 * image, because each validation takes seconds. The version decides which form is tried first.
 */
export async function validateConfig(subject: ConfigSubject, validator: Validator): Promise<ValidatedConfig> {
  const [first, second] = formsFor(validator.openclawVersion);
  const { environment } = subject.agent;
  const attempted = (form: AgentsForm) => attempt({ config: generateConfig(subject, form), environment }, validator);
  let tried = await attempted(first);
  if (isAboutForm(tried.answer)) {
    const other = await attempted(second);
    if (other.answer?.valid === true || !isAboutForm(other.answer)) tried = other;
  }
  const { config, asked, answer } = tried;
  if (answer?.valid === true) return { ok: true, config, asked };
  const call = asked!;
  if (answer === null) {
    const problem = `\`openclaw config validate\` gave no answer: ${lastLine(call.stderr)}`;
    return { ok: false, fault: "broken", config, asked: call, problem };
  }
  return {
    ok: false,
    fault: "invalid",
    config,
    asked: call,
    problem: describeProblem(answer, validator.openclawVersion),
  };
}

interface Attempt {
  config: Config;
  asked: ProcessResult | null;
  answer: Validation | null;
}

async function attempt(given: Pick<ConfigQuestion, "config" | "environment">, validator: Validator): Promise<Attempt> {
  const { config } = given;
  const question = { imageId: validator.imageId, openclawVersion: validator.openclawVersion, ...given };
  await validator.write(config);
  const key = `${validator.client}\n${configKey(question)}`;
  const known = await accepted.get(key);
  if (known?.answer?.valid === true) return { config, asked: null, answer: known.answer };
  const asking = ask(question, validator);
  accepted.set(key, asking);
  const tried = await asking;
  if (tried.answer?.valid !== true) accepted.delete(key);
  return tried;
}

async function ask(question: ConfigQuestion, validator: Validator) {
  const { config } = question;
  if (await wasAccepted(question, validator.env)) return { config, asked: null, answer: { valid: true } };
  const asked = await validator.ask();
  const answer: Validation | null = foreignObject(asked.stdout) ?? foreignObject(asked.stderr);
  if (answer?.valid === true) await rememberAccepted(question, validator.env);
  return { config, asked, answer };
}

/** Since 2026.9 agents are named; before, they are listed. */
function formsFor(version: string): [AgentsForm, AgentsForm] {
  const [year = 0, month = 0] = version.split(".").map(Number);
  return year > 2026 || (year === 2026 && month >= 9) ? ["entries", "list"] : ["list", "entries"];
}

function isAboutForm(answer: Validation | null): boolean {
  const issues = Array.isArray(answer?.issues) ? answer.issues : [];
  return issues.some(({ path, message }) => path === "agents" && /\b(entries|list)\b/.test(message ?? ""));
}

function describeProblem({ issues = [], error }: Validation, version: string): string {
  if (issues.some(({ message }) => message?.includes("systemPromptOverride")))
    return (
      `agent.yaml sets openclaw.agent.prompt, but OpenClaw ${version} in this image does not take a system prompt ` +
      "(systemPromptOverride). Move the text into workspace/AGENTS.md or workspace/SOUL.md, or use an image that takes it."
    );
  const listed = issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return `OpenClaw ${version} does not accept the agent's configuration: ${listed || error?.message || "no reason given"}`;
}

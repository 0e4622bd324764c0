import { record, records } from "../../gateway/index.ts";

/** The requested size of an answer, in the terms of every format. */
export interface RequestedOutput {
  /** Tokens of each answer; null where the request sets no limit. */
  tokens: number | null;
  /** Number of answers requested at once. */
  answers: number;
}

/** Takes the highest of several limits, since a provider reads only one of them. */
export function requestedOutput(body: Record<string, unknown>): RequestedOutput {
  const configs = [body, record(body.generationConfig), record(body.generation_config)];
  const limits = configs.flatMap((config) => amounts(config, /^max_?(?:completion_?|output_?)?tokens$/i));
  const answers = configs.flatMap((config) => amounts(config, /^(?:n|best_?of|candidate_?count)$/i));
  return { tokens: limits.length === 0 ? null : Math.max(...limits), answers: Math.max(1, ...answers) };
}

/** Numbers above zero, including quoted ones, which some servers accept. */
function amounts(config: Record<string, unknown>, name: RegExp): number[] {
  return Object.entries(config)
    .filter(([key]) => name.test(key))
    .map(([, value]) => (typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN))
    .filter((value) => Number.isFinite(value) && value > 0)
    .map(Math.ceil);
}

/**
 * True if a request offers tools that the provider itself executes, such as a search: each use has a price of its own,
 * independent of tokens. Unknown fields and types are taken for such tools.
 */
export function offersProviderTools(body: Record<string, unknown>): boolean {
  return Object.entries(body).some(([name, value]) => {
    if (/^(?:plugins|web_?search_?options|mcp_?servers)$/i.test(name)) return isGiven(value);
    return /^tools$/i.test(name) && records(value).some(isProviderTool);
  });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function isProviderTool(tool: Record<string, unknown>): boolean {
  if (tool.type !== undefined && tool.type !== null)
    return !(typeof tool.type === "string" && AGENTS_OWN_TOOL.test(tool.type));
  const isDeclared = ["name", "function"].some((name) => isGiven(tool[name]));
  return !isDeclared && Object.keys(tool).some((name) => !/^function_?declarations$/i.test(name));
}

/** Types of tools that the agent executes itself. */
const AGENTS_OWN_TOOL =
  /^(?:function|custom|local_shell|shell|apply_patch|computer|computer_use_preview|(?:bash|text_editor|computer|memory)_\d{8})$/;

/** Tiers at the usual price or below it. */
const USUAL_TIERS: ReadonlySet<unknown> = new Set(["auto", "default", "standard", "standard_only", "flex", "batch"]);

/**
 * The part of a request that asks for faster service at a higher price; null if there is none.
 *
 * @param wished options of the trial itself, which are allowed
 */
export function findDearerService(
  body: Record<string, unknown>,
  wished: Readonly<Record<string, unknown>>,
): string | null {
  const mayBe = new Set(Object.entries(wished).map(([name, value]) => serviceKey(name, value)));
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined || mayBe.has(serviceKey(name, value))) continue;
    const plain = lowerCase(value);
    const isDearer =
      (/^service_?tier$/i.test(name) && !USUAL_TIERS.has(plain)) || (/^speed$/i.test(name) && plain !== "standard");
    if (isDearer)
      return `${name} ${typeof value === "string" ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : ""}`.trim();
  }
  return null;
}

/** The same key for spellings that servers treat as equal. */
function serviceKey(name: string, value: unknown): string {
  return JSON.stringify([name.replace("_", "").toLowerCase(), lowerCase(value)]);
}

function lowerCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : typeof value === "object" ? "an object" : value;
}

const LONGEST_SHOWN = 40;

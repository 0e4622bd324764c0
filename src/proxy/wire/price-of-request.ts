import { record } from "./loose-json.ts";

/** How much may be answered to a request, in the words of every format. */
export interface AskedOutput {
  /** Tokens of each answer; null where the request names no limit. */
  tokens: number | null;
  /** Answers that are asked for at once. */
  answers: number;
}

/** Of several limits the highest counts, since a provider reads only one of them. */
export function askedOutput(body: Record<string, unknown>): AskedOutput {
  const configs = [body, record(body.generationConfig), record(body.generation_config)];
  const limits = configs.flatMap((config) => amounts(config, /^max_?(?:completion_?|output_?)?tokens$/i));
  const answers = configs.flatMap((config) => amounts(config, /^(?:n|best_?of|candidate_?count)$/i));
  return { tokens: limits.length === 0 ? null : Math.max(...limits), answers: Math.max(1, ...answers) };
}

/** Numbers above zero, also in quotes, which some servers read as such. */
function amounts(config: Record<string, unknown>, name: RegExp): number[] {
  return Object.entries(config)
    .filter(([key]) => name.test(key))
    .map(([, value]) => (typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN))
    .filter((value) => Number.isFinite(value) && value > 0)
    .map(Math.ceil);
}

/** Tiers at the usual price or below it. */
const USUAL_TIERS: ReadonlySet<unknown> = new Set(["auto", "default", "standard", "standard_only", "flex", "batch"]);

/** What asks for a faster answer at a higher price, as it stands in the request; null when nothing does. */
export function dearerService(body: Record<string, unknown>): string | null {
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined) continue;
    if (/^service_?tier$/i.test(name) && !USUAL_TIERS.has(lowerCase(value))) return asWritten(name, value);
    if (/^speed$/i.test(name) && lowerCase(value) !== "standard") return asWritten(name, value);
  }
  return null;
}

function lowerCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function asWritten(name: string, value: unknown): string {
  return `${name} ${typeof value === "string" ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : "of that kind"}`;
}

const LONGEST_SHOWN = 40;

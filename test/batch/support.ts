import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assay } from "../support/assay.ts";
import { type SeenRequest, scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

export const RUBRIC = "- `score` (1-5): how good the item is";

export function spec(judge: Record<string, unknown> = {}): string {
  const defaults = {
    rubric: RUBRIC,
    scoring: { primary: "score" },
    model: "some/model",
    sample_size: 6,
    batch_size: 3,
  };
  return JSON.stringify({ schema_version: 1, metric: { judge: { ...defaults, ...judge } } });
}

export const items = (count: number, fields: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ item_id: `i${index}`, text: `text ${index}`, ...fields(index) }),
  ).join("\n");

/** The items a request holds, read from its prompt the way a judge would. */
export function itemsAsked({ body }: SeenRequest, tag = "items"): { item_id: string; text?: string }[] {
  return JSON.parse(new RegExp(`<${tag}>\\n([^]*?)\\n</${tag}>`).exec(body.messages[1].content)![1]!);
}

export const scoreAll = (score: number) => (request: SeenRequest) => ({
  content: JSON.stringify(itemsAsked(request).map(({ item_id }) => ({ item_id, score, ambiguous: false }))),
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.01 },
});

export async function setUp(script: Parameters<typeof scriptedProvider>[0], files: Record<string, string>) {
  const provider = await scriptedProvider(script);
  const cwd = temporaryFolder(files);
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" };
  return { provider, cwd, judge: (...words: string[]) => assay(["batch", "judge", "--quiet", ...words], { cwd, env }) };
}

export const readResult = (cwd: string, name: string) =>
  JSON.parse(readFileSync(join(cwd, "outputs/batch", name, "result.json"), "utf8"));

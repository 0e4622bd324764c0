import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Merges the workspace's `.env` beneath the environment: variables that are really set always win. Returns the environment
 * unchanged if there is no such file.
 */
export async function loadDotEnv(
  root: string,
  env: Record<string, string | undefined>,
): Promise<Record<string, string | undefined>> {
  let text: string;
  try {
    text = await readFile(join(root, ".env"), "utf8");
  } catch {
    return { ...env };
  }
  const real = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  return { ...parseDotEnv(text), ...real };
}

/** Parses `NAME=value` lines with quotes, `# comments` and a leading `export`; ignores other lines. */
export function parseDotEnv(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && rest !== undefined) values[name] = unquote(rest.trim());
  }
  return values;
}

function unquote(value: string): string {
  const [, double] = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(value) ?? [];
  if (double !== undefined) return double.replace(/\\(.)/g, (_, escaped) => (escaped === "n" ? "\n" : escaped));
  const [, single] = /^'([^']*)'\s*(?:#.*)?$/.exec(value) ?? [];
  if (single !== undefined) return single;
  return value.replace(/(?:^|\s+)#.*$/, "");
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The environment with the workspace's `.env` beneath it: what is really set always wins. A workspace without the file
 * gives the environment as it is.
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

/** Lines of `NAME=value`; quotes, `# comments` and an `export` before the name are understood, other lines are not. */
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

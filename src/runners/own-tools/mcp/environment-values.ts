import { isSecretName } from "../../../text/index.ts";

/** Values with every `$NAME` read from the environment, and the secrets among them. */
export type FilledValues =
  | { ok: true; values: Record<string, string>; secrets: string[] }
  | { ok: false; problem: string };

export function fillValues(
  templates: Record<string, string> | undefined,
  env: Record<string, string | undefined>,
): FilledValues {
  const values: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, template] of Object.entries(templates ?? {})) {
    const missing: string[] = [];
    values[name] = template.replace(/\$([A-Za-z_][A-Za-z0-9_]*)/g, (_, variable: string) => {
      const found = env[variable]?.trim();
      if (found) secrets.push(found);
      else missing.push(variable);
      return found ?? "";
    });
    if (isSecretName(name) || /^(?:(?:proxy-)?authorization|cookie)$/i.test(name))
      secrets.push(...values[name].trim().split(/\s+/).slice(-1));
    if (missing.length > 0)
      return {
        ok: false,
        problem: `${name} needs ${missing.join(", ")}, which is not set. Set it in the environment or in the workspace's .env file.`,
      };
  }
  return { ok: true, values, secrets };
}

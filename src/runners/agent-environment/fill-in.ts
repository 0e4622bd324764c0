export type FillIns = Readonly<Record<string, string>>;

/** Replaces `{name}` placeholders in a single pass: values are never expanded again. Other braces stay as they are. */
export function fillIn(text: string, values: FillIns): string {
  return text.replace(/\{([a-z][a-z_]*)\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : found,
  );
}

/** Fills an environment's placeholders, and takes `$NAME` from ours. */
export function fillEnvironment(
  environment: Readonly<Record<string, string>>,
  values: FillIns,
  env: Record<string, string | undefined>,
): { ok: true; environment: Record<string, string>; secrets: string[] } | { ok: false; problem: string } {
  const filled: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, text] of Object.entries(environment)) {
    const [, ours] = /^\$([A-Za-z_][A-Za-z0-9_]*)$/.exec(text) ?? [];
    if (ours === undefined) {
      filled[name] = fillIn(text, values);
      continue;
    }
    const value = env[ours];
    if (!value) return { ok: false, problem: `environment.${name} in agent.yaml needs $${ours}, which is not set` };
    filled[name] = value;
    secrets.push(value);
  }
  return { ok: true, environment: filled, secrets };
}

/** A thousand failures with one cause are one remark: what happened, how often, and the first three that show it. */
export function summarize(broken: ReadonlyMap<string, readonly string[]>): string[] {
  const causes = new Map<string, Set<string>>();
  for (const [name, findings] of broken)
    for (const finding of findings) {
      const cause = causeOf(finding);
      causes.set(cause, (causes.get(cause) ?? new Set()).add(name));
    }
  return [...causes]
    .sort(([, one], [, other]) => other.size - one.size)
    .map(([cause, names]) => `${names.size} × ${cause}, e.g. ${[...names].slice(0, 3).map(shown).join("; ")}`);
}

/** Without the command, and without what differs from one to the other. */
function causeOf(finding: string): string {
  const [, crash] = /: crash: (.*)$/s.exec(finding) ?? [];
  const text = crash ?? finding;
  return text
    .replace(/^outside: .*$/s, "something outside was changed")
    .replace(/(?:file:\/\/)?\/\S*?([\w.-]+\.(?:js|mjs|ts)):(\d+):\d+/g, "$1:$2")
    .replace(/[0-9a-f]{8,}/g, "…")
    .replace(/\d{3,}(?:\.\d+)?/g, "#")
    .slice(0, 200);
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 80)).slice(1, -1);
}

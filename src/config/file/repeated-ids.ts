import type { FieldPath } from "../diagnostics/diagnostic.ts";
import type { Complaint } from "../source/source-file.ts";

/** Complains about repeated ids in a list. Ignores case, since ids become folder names and some file systems ignore it too. */
export function repeatedIds<Field extends string>(
  items: readonly Record<Field, string>[],
  field: Field,
  at: FieldPath,
): Complaint[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index): Complaint[] => {
    const id = item[field].toLowerCase();
    const known = first.get(id);
    if (known === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `"${item[field]}" is already used by ${at.join(".")}[${known}]; every ${field} is used once`;
    return [{ path: [...at, index, field], message }];
  });
}

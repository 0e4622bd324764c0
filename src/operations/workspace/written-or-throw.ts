import { OutputPathError, UnknownNameError } from "../../errors/index.ts";
import type { WrittenFiles } from "../../files/index.ts";

/** Returns the paths of copied files; throws for an unknown name or an occupied folder. */
export function requireWritten(
  written: WrittenFiles,
  {
    kind,
    name,
    shipped,
    directory,
  }: { kind: string; name: string | undefined; shipped: readonly { name: string }[]; directory: string },
): string[] {
  if (written.ok) return written.written;
  const known = shipped.map((one) => one.name);
  if (name !== undefined && !known.includes(name)) throw new UnknownNameError(written.message, { kind, name, known });
  throw new OutputPathError(written.message, { path: directory });
}

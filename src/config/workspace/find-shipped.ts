import { didYouMean } from "../diagnostics/did-you-mean.ts";

/** One of the things that come with the package, by name; else a message with the names there are. */
export function findShipped<Shipped extends { name: string }>(
  what: string,
  name: string,
  shipped: readonly Shipped[],
): { ok: true; value: Shipped } | { ok: false; message: string } {
  const value = shipped.find((candidate) => candidate.name === name);
  if (value !== undefined) return { ok: true, value };
  const names = shipped.map((candidate) => candidate.name);
  const close = didYouMean(name, names);
  return {
    ok: false,
    message: `no ${what} is called "${name}"; there are ${names.join(", ")}.${close ? ` ${close}` : ""}`,
  };
}

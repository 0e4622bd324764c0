import { didYouMean } from "../diagnostics/did-you-mean.ts";

/** Finds something in the package by name, or returns a message with the existing names. */
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

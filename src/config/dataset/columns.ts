import { didYouMean } from "../diagnostics/did-you-mean.ts";
import type { DataTable } from "./table.ts";

/** The columns of a table, and which of them anything asked for. */
export interface Columns {
  numbers: ReadonlyMap<string, number>;
  /** The number of a column, which counts as used from now on. */
  numberOf(name: string): number | undefined;
  /** What to say about a name that no column has. */
  unknown(name: string): { message: string; suggestion?: string };
  unused(): string[];
}

export function openColumns({ columns, file }: DataTable): Columns {
  const numbers = new Map(columns.map((name, number) => [name, number]));
  const used = new Set<string>();
  return {
    numbers,
    numberOf(name) {
      const number = numbers.get(name);
      if (number !== undefined) used.add(name);
      return number;
    },
    unknown(name) {
      const suggestion = didYouMean(name, columns);
      const there = columns.length > MOST_NAMED ? [...columns.slice(0, MOST_NAMED), "…"] : columns;
      const message = `no column of ${file} is called ${JSON.stringify(name)}; there are ${there.join(", ")}`;
      return suggestion === undefined ? { message } : { message, suggestion };
    },
    unused: () => columns.filter((name) => !used.has(name)),
  };
}

const MOST_NAMED = 20;

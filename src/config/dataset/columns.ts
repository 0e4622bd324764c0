import { didYouMean } from "../diagnostics/did-you-mean.ts";
import type { DataTable } from "./table.ts";

/** Columns of a table that tracks which are used. */
export interface Columns {
  numbers: ReadonlyMap<string, number>;
  /** Returns the index of a column and marks it as used. */
  numberOf(name: string): number | undefined;
  /** Explains an unknown column name. */
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

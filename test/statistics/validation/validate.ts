import { correctionTable, correctionWidthTable, heldOutTable } from "./calibration-tables.ts";
import { coverageTable, passRateTable } from "./coverage-tables.ts";
import { errorTable } from "./error-table.ts";
import { gateTable } from "./gate-table.ts";
import { powerTable } from "./power-table.ts";
import type { Effort, Progress, SimulatedTable } from "./simulated-table.ts";

export const TABLES = {
  coverage: coverageTable,
  "pass rates": passRateTable,
  power: powerTable,
  errors: errorTable,
  corrections: correctionTable,
  "correction widths": correctionWidthTable,
  "hold-out corrections": heldOutTable,
  gate: gateTable,
};

/** All tables, by the functions that print the numbers: how often intervals hold, differences are found and decisions are wrong. */
export function simulateTables(
  effort: Effort,
  progress: Progress = () => {},
  names: readonly string[] = Object.keys(TABLES),
): SimulatedTable[] {
  return Object.entries(TABLES).flatMap(([name, table]) => (names.includes(name) ? [table(effort, progress)] : []));
}

export { FULL_EFFORT, SMALL_EFFORT, tableMarkdown } from "./simulated-table.ts";

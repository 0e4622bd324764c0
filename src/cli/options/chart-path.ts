import { InvalidArgumentError } from "commander";

/** An empty path, as from an unset variable, would name the workspace itself, and the chart would be written next to it. */
export function readChartPath(text: string): string {
  if (text === "") throw new InvalidArgumentError("Expected a path such as chart.svg.");
  return text;
}

import { InvalidArgumentError } from "commander";

/** An empty path, as of a variable that is not set, would be the workspace itself, and the chart would land beside it. */
export function readChartPath(text: string): string {
  if (text === "") throw new InvalidArgumentError("Expected a path such as chart.svg.");
  return text;
}

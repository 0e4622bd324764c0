import { roundStep } from "./axis.ts";
import { circle, text } from "./elements.ts";

const LARGEST_RADIUS = 27;
/** A model that answers at once still has to be seen. */
const SMALLEST_RADIUS = 4;

/** Area is proportional to latency, because eyes compare areas; the radius grows with its square root. */
export function bubbleRadius(seconds: number, longest: number): number {
  if (!(longest > 0)) return 9;
  return Math.max(SMALLEST_RADIUS, LARGEST_RADIUS * Math.sqrt(Math.max(0, seconds) / longest));
}

/** What the areas mean: two or three bubbles with round latencies, set to the left of `right`. */
export function sizeKey(right: number, centre: number, longest: number): string[] {
  if (!(longest > 0)) return [];
  const largest = roundStep(longest / 2.5);
  const parts: string[] = [];
  let x = right;
  for (const seconds of [largest * 2, largest, roundStep(largest / 5)].filter((candidate) => candidate <= longest)) {
    const radius = bubbleRadius(seconds, longest);
    const words = formatSeconds(seconds);
    x -= words.length * 7.6;
    parts.push(text(x, centre + 4.5, words, { size: 13, fill: "#566170" }));
    x -= radius + 7;
    parts.push(circle({ x, y: centre, radius }, { fill: "#6b7c93" }));
    x -= radius + 16;
  }
  parts.push(text(x, centre + 4.5, "mean latency", { size: 13, fill: "#566170", anchor: "end" }));
  return parts;
}

function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  return `${Number(seconds.toPrecision(3))} s`;
}

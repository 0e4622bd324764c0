import { roundStep } from "./axis.ts";
import { circle, text } from "./elements.ts";

const LARGEST_RADIUS = 27;
/** Keeps a model that answers at once visible. */
const SMALLEST_RADIUS = 4;

/** Computes a bubble's radius: its area is proportional to latency, as eyes compare areas. */
export function bubbleRadius(seconds: number, longest: number): number {
  if (!(longest > 0)) return 9;
  return Math.max(SMALLEST_RADIUS, LARGEST_RADIUS * Math.sqrt(Math.max(0, seconds) / longest));
}

/** Draws a legend of two or three bubbles with round latencies, to the left of `right`. */
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

import { formatUsd, plural } from "../../text/presentation/index.ts";
import { type Axis, linearAxis, logarithmicAxis } from "./axis.ts";
import type { ChartContent, ChartPoint } from "./chart-points.ts";
import { circle, document, line, text } from "./elements.ts";
import { bestForTheMoney } from "./frontier.ts";
import { bubbleRadius, sizeKey } from "./latency-scale.ts";
import { placeLabels, type Segment } from "./place-labels.ts";
import { fitText, textWidth, wrapText } from "./text-width.ts";

const WIDTH = 1200;
const PLOT = { left: 84, top: 112, width: 1072, height: 520 };
const LABEL_SIZE = 14;
const NOTE_SIZE = 12.5;
const LONGEST_LABEL = 290;

/** Colours dark enough for print and for colour-blind readers. */
export const INK = {
  text: "#1b2430",
  quiet: "#566170",
  grid: "#e4e8ed",
  axis: "#8a95a3",
  bubble: "#6b7c93",
  best: "#0b6bcb",
};

/** Renders the score/cost chart as SVG; equal content gives equal bytes. */
export function renderChartSvg(content: ChartContent, footnote = ""): string {
  const notes = notesOf(content, footnote).flatMap((note) => wrapText(note, NOTE_SIZE, PLOT.width));
  const height = PLOT.top + PLOT.height + 74 + notes.length * 18;
  const body = content.points.length === 0 ? [emptyPlot()] : plot(content);
  return document(WIDTH, height, [
    text(PLOT.left, 44, fitText(content.title, 22, 720), { size: 22, fill: INK.text }),
    text(PLOT.left, 70, subtitle(content), { size: 14, fill: INK.quiet }),
    ...body,
    ...notes.map((note, index) =>
      text(PLOT.left, PLOT.top + PLOT.height + 78 + index * 18, note, { size: NOTE_SIZE, fill: INK.quiet }),
    ),
  ]);
}

function subtitle({ priceUnit, points }: ChartContent): string {
  const bubbles = points.some(isVariant)
    ? "one bubble per model and variant; grey lines join the variants of a model"
    : "one bubble per model";
  return `Score against ${priceUnit === "usd" ? "cost" : "tokens"}, ${bubbles}`;
}

function isVariant({ variantOf }: ChartPoint): boolean {
  return variantOf !== undefined;
}

function plot(content: ChartContent): string[] {
  const { points } = content;
  const across = priceAxis(points.map(({ price }) => price));
  const up = linearAxis(
    points.flatMap(({ score, interval }) => [score, ...(interval ? [interval.low, interval.high] : [])]),
    { bounds: [0, 10], smallestSpan: 1 },
  );
  // Leave room, so that the frame does not cut bubbles.
  const inset = 34;
  const x = (value: number) => PLOT.left + inset + across.place(value) * (PLOT.width - 2 * inset);
  const y = (value: number) =>
    PLOT.top + PLOT.height - inset - up.place(clampTo(up, value)) * (PLOT.height - 2 * inset);
  const longest = Math.max(...points.map(({ latencySeconds }) => latencySeconds));
  const bubbles = points.map((point) => ({
    x: x(point.price),
    y: y(point.score),
    radius: bubbleRadius(point.latencySeconds, longest),
  }));
  const names = points.map(({ label }) => fitText(label, LABEL_SIZE, LONGEST_LABEL));
  const labels = placeLabels(
    bubbles,
    names.map((name) => ({ width: textWidth(name, LABEL_SIZE), height: LABEL_SIZE * 1.15 })),
    { left: PLOT.left + 4, top: PLOT.top + 4, width: PLOT.width - 8, height: PLOT.height - 8 },
    [
      ...points.flatMap(({ interval }, index) => {
        const at = bubbles[index]!.x;
        return interval ? [{ fromX: at, toX: at, fromY: y(interval.high), toY: y(interval.low) }] : [];
      }),
      ...variantSegments(points, bubbles),
    ],
  );
  const best = bestForTheMoney(points);
  const order = points.map((_, index) => index).sort((a, b) => bubbles[b]!.radius - bubbles[a]!.radius || a - b);
  const inkOf = (index: number) => (best.includes(index) ? INK.best : INK.bubble);
  return [
    ...gridAndTicks(across, up, x, y, content.priceUnit),
    ...sizeKey(PLOT.left + PLOT.width, 56, longest),
    ...variantSegments(points, bubbles).map(({ fromX, fromY, toX, toY }) =>
      line(fromX, fromY, toX, toY, { stroke: INK.axis, width: 1.2, opacity: 0.6 }),
    ),
    ...best.slice(1).map((index, step) => {
      const from = bubbles[best[step]!]!;
      const to = bubbles[index]!;
      return line(from.x, from.y, to.x, to.y, { stroke: INK.best, width: 1.2, dashes: "5 5", opacity: 0.55 });
    }),
    ...points.flatMap(({ interval }, index) => whisker(interval, bubbles[index]!.x, y, inkOf(index))),
    ...order.map((index) => circle(bubbles[index]!, { fill: inkOf(index) })),
    ...labels.flatMap(({ leader }) =>
      leader ? [line(leader.fromX, leader.fromY, leader.toX, leader.toY, { stroke: INK.axis, width: 0.9 })] : [],
    ),
    ...labels.map(({ box }, index) =>
      text(box.left, box.top + LABEL_SIZE * 0.94, names[index]!, { size: LABEL_SIZE, fill: INK.text, halo: true }),
    ),
  ];
}

/** Joins the variants of a model in the order of the suite, to show the effect of prompts. */
function variantSegments(points: readonly ChartPoint[], bubbles: readonly { x: number; y: number }[]): Segment[] {
  return points.flatMap((point, index) => {
    const next = points.findIndex(({ variantOf }, later) => later > index && variantOf === point.variantOf);
    if (!isVariant(point) || next === -1) return [];
    const [from, to] = [bubbles[index]!, bubbles[next]!];
    return [{ fromX: from.x, fromY: from.y, toX: to.x, toY: to.y }];
  });
}

/** Chooses a logarithmic axis for prices that differ more than tenfold, which would crowd on a linear one. */
function priceAxis(prices: readonly number[]): Axis {
  const low = Math.min(...prices);
  return low > 0 && Math.max(...prices) / low > 10
    ? logarithmicAxis(prices)
    : linearAxis(prices, { smallestSpan: 0.1 * Math.max(...prices) });
}

function gridAndTicks(
  across: Axis,
  up: Axis,
  x: (value: number) => number,
  y: (value: number) => number,
  unit: ChartContent["priceUnit"],
): string[] {
  const bottom = PLOT.top + PLOT.height;
  const right = PLOT.left + PLOT.width;
  const priceTitle = `${unit === "usd" ? "US dollars" : "Tokens"} per trial${across.logarithmic ? ", logarithmic" : ""}`;
  return [
    ...up.ticks.flatMap((tick) => [
      line(PLOT.left, y(tick), right, y(tick), { stroke: INK.grid, width: 1 }),
      text(PLOT.left - 10, y(tick) + 4.5, String(tick), { size: 13, fill: INK.quiet, anchor: "end" }),
    ]),
    ...across.ticks.flatMap((tick) => [
      line(x(tick), PLOT.top, x(tick), bottom, { stroke: INK.grid, width: 1 }),
      text(x(tick), bottom + 20, formatPrice(tick, unit, across), { size: 13, fill: INK.quiet, anchor: "middle" }),
    ]),
    line(PLOT.left, bottom, right, bottom, { stroke: INK.axis, width: 1.2 }),
    line(PLOT.left, PLOT.top, PLOT.left, bottom, { stroke: INK.axis, width: 1.2 }),
    text(PLOT.left + PLOT.width / 2, bottom + 44, priceTitle, { size: 14, fill: INK.text, anchor: "middle" }),
    text(30, PLOT.top + PLOT.height / 2, "Mean score (0–10)", {
      size: 14,
      fill: INK.text,
      anchor: "middle",
      rotate: -90,
    }),
  ];
}

function whisker(interval: ChartPoint["interval"], x: number, y: (value: number) => number, ink: string): string[] {
  if (interval === null) return [];
  const style = { stroke: ink, width: 1.2, opacity: 0.5 };
  const [high, low] = [y(interval.high), y(interval.low)];
  const bar = interval.rough === undefined ? style : { ...style, dashes: "3 3" };
  return [line(x, high, x, low, bar), line(x - 4, high, x + 4, high, style), line(x - 4, low, x + 4, low, style)];
}

function emptyPlot(): string {
  return text(PLOT.left + PLOT.width / 2, PLOT.top + PLOT.height / 2, "No model has both a score and a cost yet.", {
    size: 16,
    fill: INK.quiet,
    anchor: "middle",
  });
}

function describeBars(points: readonly ChartPoint[]): string[] {
  const drawn = points.flatMap(({ interval }) => interval ?? []);
  if (drawn.length === 0) return [];
  return drawn.some(({ rough }) => rough !== undefined)
    ? ["Bars: 95 % intervals; dashed: rough, few cases."]
    : ["Bars: 95 % intervals."];
}

function notesOf({ points, leftOut, cases, offline }: ChartContent, footnote: string): string[] {
  const notes: string[] = [];
  if (points.length > 0)
    notes.push(
      [
        `${plural(cases, "case")}.`,
        ...describeBars(points),
        ...(points.some(({ latencySeconds }) => latencySeconds > 0) ? ["Area: mean latency."] : []),
        "Blue: nothing cheaper scores as high.",
      ].join(" "),
    );
  if (leftOut.length > 0)
    notes.push(`Not drawn: ${leftOut.map(({ label, reason }) => `${label} (${reason})`).join(", ")}.`);
  if (offline !== "none")
    notes.push(`${offline === "all" ? "All models" : "Some models"} are offline stand-ins: small programs, not LLMs.`);
  if (footnote.trim() !== "") notes.push(footnote);
  return notes;
}

/** Formats a price with the decimals of a linear axis's step, or of a logarithmic axis's tick. */
function formatPrice(value: number, unit: ChartContent["priceUnit"], { logarithmic, ticks }: Axis): string {
  if (unit === "tokens") return value >= 10_000 ? `${Number((value / 1000).toPrecision(6))}k` : String(value);
  const finest = logarithmic ? value : ticks.length > 1 ? ticks[1]! - ticks[0]! : value;
  const decimals = finest > 0 ? Math.max(0, Math.ceil(-Math.log10(finest) - 1e-9)) : 0;
  return formatUsd(value, decimals === 1 ? 2 : Math.min(10, decimals));
}

function clampTo({ low, high }: Axis, value: number): number {
  return Math.min(high, Math.max(low, value));
}

import type { CurveBin } from "../../statistics/index.ts";
import { type Axis, linearAxis } from "./axis.ts";
import { circle, document, line, text } from "./elements.ts";
import { INK } from "./render-svg.ts";
import { fitText } from "./text-width.ts";

const SIZE = { width: 760, height: 700 };
const PLOT = { left: 84, top: 96, width: 620, height: 520 };

/** Data of a calibration curve: people's scores by the judge's. */
export interface DrawnCurve {
  title: string;
  bins: readonly CurveBin[];
  /** True if scores are 1 and 0 for pass and fail. */
  pass: boolean;
}

/** Renders a calibration curve as SVG. Judge and people agree on the dashed line; points below it were judged too leniently. */
export function curveSvg({ title, bins, pass }: DrawnCurve): string {
  return document(SIZE.width, SIZE.height, [
    text(PLOT.left, 40, fitText(title, 20, PLOT.width), { size: 20, fill: INK.text }),
    text(PLOT.left, 66, "What humans say, by what the judge says. Bars: 95 % intervals.", {
      size: 14,
      fill: INK.quiet,
    }),
    ...(bins.length === 0 ? [emptyCurve()] : drawn(bins, pass)),
  ]);
}

function drawn(bins: readonly CurveBin[], pass: boolean): string[] {
  const values = bins.flatMap(({ judge, label, interval }) => [
    judge,
    label,
    ...(interval.kind === "interval" ? [interval.low, interval.high] : []),
  ]);
  // Equal axes make the diagonal the line of agreement.
  const axis = linearAxis(pass ? [0, 1] : values, {
    bounds: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    smallestSpan: pass ? 1 : 2,
  });
  const x = (value: number) => PLOT.left + axis.place(value) * PLOT.width;
  const y = (value: number) => PLOT.top + PLOT.height - axis.place(value) * PLOT.height;
  return [
    ...grid(axis, x, y),
    line(x(axis.low), y(axis.low), x(axis.high), y(axis.high), { stroke: INK.axis, width: 1.2, dashes: "6 5" }),
    ...bins.slice(1).map(({ judge, label }, index) => {
      const before = bins[index]!;
      return line(x(before.judge), y(before.label), x(judge), y(label), { stroke: INK.best, width: 1.4, opacity: 0.6 });
    }),
    ...bins.flatMap(({ judge, interval }) => {
      if (interval.kind === "undefined") return [];
      const [low, high] = [y(interval.low), y(interval.high)];
      const style = { stroke: INK.best, width: 1.2, opacity: 0.6 };
      const at = x(judge);
      return [
        line(at, high, at, low, style),
        line(at - 4, high, at + 4, high, style),
        line(at - 4, low, at + 4, low, style),
      ];
    }),
    ...bins.map(({ judge, label, count }) =>
      circle({ x: x(judge), y: y(label), radius: 4 + Math.min(8, Math.sqrt(count)) }, { fill: INK.best }),
    ),
  ];
}

function grid(axis: Axis, x: (value: number) => number, y: (value: number) => number): string[] {
  const bottom = PLOT.top + PLOT.height;
  return [
    ...axis.ticks.flatMap((tick) => [
      line(PLOT.left, y(tick), PLOT.left + PLOT.width, y(tick), { stroke: INK.grid, width: 1 }),
      line(x(tick), PLOT.top, x(tick), bottom, { stroke: INK.grid, width: 1 }),
      text(PLOT.left - 10, y(tick) + 4.5, String(tick), { size: 13, fill: INK.quiet, anchor: "end" }),
      text(x(tick), bottom + 20, String(tick), { size: 13, fill: INK.quiet, anchor: "middle" }),
    ]),
    text(PLOT.left + PLOT.width / 2, bottom + 44, "The judge says", { size: 14, fill: INK.text, anchor: "middle" }),
    text(30, PLOT.top + PLOT.height / 2, "Humans say", { size: 14, fill: INK.text, anchor: "middle", rotate: -90 }),
  ];
}

function emptyCurve(): string {
  return text(PLOT.left + PLOT.width / 2, PLOT.top + PLOT.height / 2, "Nothing has been labelled yet.", {
    size: 16,
    fill: INK.quiet,
    anchor: "middle",
  });
}

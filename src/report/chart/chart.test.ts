import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { campaignResult } from "../../../test/support/campaign-result.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { linearAxis, logarithmicAxis } from "./axis.ts";
import { chartContent } from "./chart-points.ts";
import { bestForTheMoney } from "./frontier.ts";
import { bubbleRadius } from "./latency-scale.ts";
import { boxesOverlap, placeLabels } from "./place-labels.ts";
import { renderChartSvg } from "./render-svg.ts";
import { fitText, textWidth, wrapText } from "./text-width.ts";
import { writeChart } from "./write-chart.ts";

const frame = { left: 0, top: 0, width: 1000, height: 500 };

describe("labels", () => {
  test("of twenty models never overlap one another and stay inside the frame, wherever the bubbles are", () => {
    const bubble = fc.record({
      x: fc.integer({ min: 30, max: 970 }),
      y: fc.integer({ min: 30, max: 470 }),
      radius: fc.integer({ min: 4, max: 27 }),
    });
    fc.assert(
      fc.property(
        fc.array(bubble, { minLength: 20, maxLength: 20 }),
        fc.integer({ min: 40, max: 220 }),
        (bubbles, width) => {
          const labels = placeLabels(
            bubbles,
            bubbles.map(() => ({ width, height: 16 })),
            frame,
          );
          labels.forEach(({ box }, index) => {
            expect(box.left).toBeGreaterThanOrEqual(0);
            expect(box.left + box.width).toBeLessThanOrEqual(1000);
            for (const other of labels.slice(index + 1)) expect(boxesOverlap(box, other.box)).toBe(false);
          });
        },
      ),
      { numRuns: 12, seed: 1 },
    );
  });

  test("of twenty models in one and the same spot fan out, with lines that say whose they are", () => {
    const bubbles = Array.from({ length: 20 }, () => ({ x: 500, y: 250, radius: 15 }));
    const labels = placeLabels(
      bubbles,
      bubbles.map(() => ({ width: 120, height: 16 })),
      frame,
    );
    labels.forEach(({ box }, index) => {
      for (const other of labels.slice(index + 1)) expect(boxesOverlap(box, other.box)).toBe(false);
    });
    expect(labels.filter(({ leader }) => leader !== null).length).toBeGreaterThan(8);
  });

  test("a lone label stands to the right of its bubble, or to the left at the right edge", () => {
    const place = (x: number) => placeLabels([{ x, y: 250, radius: 10 }], [{ width: 100, height: 16 }], frame)[0]!;
    expect(place(500).box.left).toBeGreaterThan(510);
    expect(place(980).box.left + 100).toBeLessThan(970);
  });

  test("are cut where they would fill the chart, and wide letters count as wide", () => {
    expect(fitText("x".repeat(300), 14, 100)).toMatch(/^x+…$/);
    expect(textWidth("日本語", 10)).toBe(30);
    expect(wrapText("one two three", 10, textWidth("one two", 10))).toEqual(["one two", "three"]);
  });
});

describe("axes", () => {
  test.each([
    [
      [1.2, 8.7],
      [0, 2, 4, 6, 8, 10],
    ],
    [
      [7, 7],
      [6.6, 6.8, 7, 7.2, 7.4],
    ],
    [
      [9.9, 10],
      [9.2, 9.4, 9.6, 9.8, 10],
    ],
    [
      [0, 0],
      [0, 0.2, 0.4],
    ],
  ])("scores %j get round ticks within 0 to 10", (scores, ticks) => {
    const axis = linearAxis(scores, { bounds: [0, 10], smallestSpan: 0.9 });
    expect(axis.low).toBeGreaterThanOrEqual(0);
    expect(axis.high).toBeLessThanOrEqual(10);
    expect(axis.ticks).toEqual(expect.arrayContaining(ticks));
  });

  test("prices over several powers of ten get ticks at 1, 2 and 5", () => {
    expect(logarithmicAxis([0.001, 0.02]).ticks).toEqual([0.001, 0.002, 0.005, 0.01, 0.02]);
  });
});

test("twice the latency is twice the area, and no bubble vanishes", () => {
  expect(bubbleRadius(4, 16) ** 2 * 2).toBeCloseTo(bubbleRadius(8, 16) ** 2, 10);
  expect(bubbleRadius(0, 16)).toBeGreaterThan(0);
  expect(bubbleRadius(0, 0)).toBeGreaterThan(0);
});

test("the best for the money are those that nothing cheaper equals", () => {
  const points = [
    { price: 3, score: 9 },
    { price: 1, score: 5 },
    { price: 2, score: 5 },
    { price: 2, score: 8 },
    { price: 4, score: 8 },
  ];
  expect(bestForTheMoney(points)).toEqual([1, 3, 0]);
});

describe("content", () => {
  test("is the mean score with interval, the price and the latency of a trial", () => {
    const content = chartContent(
      campaignResult([{ model_id: "a", cases: { one: [[[4]], [[6]]], two: [[[7]]] }, cost: 0.02, latencyMs: 2500 }]),
    );
    expect(content).toMatchObject({ priceUnit: "usd", cases: 2, leftOut: [] });
    expect(content.points).toMatchObject([{ label: "a", score: 6, price: 0.02, latencySeconds: 2.5 }]);
    expect(content.points[0]?.interval).not.toBeNull();
  });

  test("a rough interval is a dashed bar, and the note says so", () => {
    const drawn = (cases: number) => {
      const scores = Array.from({ length: cases }, (_, index): [string, number[][][]] => [
        `case_${index}`,
        [[[5 + (index % 4)]]],
      ]);
      return renderChartSvg(
        chartContent(campaignResult([{ model_id: "a", cases: Object.fromEntries(scores), cost: 1 }])),
      );
    };
    expect(drawn(8)).toContain('stroke-dasharray="3 3"');
    expect(drawn(8)).toContain("Bars: 95 % intervals; dashed: rough, few cases.");
    expect(drawn(14)).not.toContain("stroke-dasharray");
    expect(drawn(14)).toContain("Bars: 95 % intervals.");
  });

  test("models without score or price are named, not drawn at zero", () => {
    const content = chartContent(
      campaignResult([
        { model_id: "a", cases: { one: [[[4]]] } },
        { model_id: "free", cases: { one: [[[4]]] }, cost: null },
        { model_id: "mute", cases: { one: [[[null]]] } },
      ]),
    );
    expect(content.points.map(({ label }) => label)).toEqual(["a"]);
    expect(content.leftOut).toEqual([
      { label: "free", reason: "no cost reported" },
      { label: "mute", reason: "no score" },
    ]);
    expect(renderChartSvg(content)).toContain("Not drawn: free (no cost reported), mute (no score).");
  });

  test("variants of a model are joined by a line, models as they are by none", () => {
    const result = campaignResult(
      ["a+x", "a+y", "b+x"].map((model_id, at) => ({ model_id, cases: { one: [[[4 + at]]] }, cost: 1 + at })),
    );
    const lines = (svg: string) => svg.match(/stroke-opacity="0.6"/g)?.length ?? 0;
    const plain = renderChartSvg(chartContent(result));
    expect([lines(plain), plain.includes("one bubble per model<")]).toEqual([0, true]);
    for (const model of result.models) {
      const [model_id, variant_id] = model.model_id.split("+") as [string, string];
      model.variant = { model_id, model_label: model_id, variant_id, label: variant_id };
    }
    const joined = renderChartSvg(chartContent(result));
    expect(lines(joined)).toBe(1);
    expect(joined).toContain("one bubble per model and variant; grey lines join the variants of a model");
  });

  test("no label stands on a line that joins variants", () => {
    const variants = ["friendly", "looks_up", "policy"];
    // A model far below makes the line so flat that it passes through everything level with a bubble.
    const result = campaignResult([
      ...variants.map((label, at) => ({ model_id: `clerk+${label}`, cases: { one: [[[7 + at / 2]]] }, cost: 5 + at })),
      { model_id: "low", cases: { one: [[[1]]] }, cost: 6 },
    ]);
    for (const [at, label] of variants.entries())
      result.models[at]!.variant = { model_id: "clerk", model_label: "clerk", variant_id: label, label };
    const svg = renderChartSvg(chartContent(result));
    const numbers = (pattern: RegExp) => [...svg.matchAll(pattern)].map((found) => found.slice(1).map(Number));
    const joining = /<line x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"[^>]*stroke-opacity="0.6"/g;
    const labels = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" font-size="14"[^>]*>(clerk[^<]*)</g)];
    expect(labels).toHaveLength(3);
    for (const [fromX, fromY, toX, toY] of numbers(joining) as [number, number, number, number][])
      for (const [, x, baseline, words] of labels) {
        // No point of the line is within the label's width and height.
        const touches = Array.from({ length: 1001 }, (_, step) => step / 1000).some((part) => {
          const at = { x: fromX + part * (toX - fromX), y: fromY + part * (toY - fromY) };
          const across = at.x > Number(x) && at.x < Number(x) + textWidth(words!, 14);
          return across && at.y > Number(baseline) - 11 && at.y < Number(baseline);
        });
        expect(touches, words).toBe(false);
      }
  });

  test("where nobody reports a price the axis shows tokens", () => {
    const content = chartContent(campaignResult([{ model_id: "a", cases: { one: [[[4]]] }, cost: null }]));
    expect(content).toMatchObject({ priceUnit: "tokens", points: [{ price: 120, interval: null }] });
    expect(renderChartSvg(content)).toContain("Tokens per trial");
  });

  test("without any bubble the chart says so", () => {
    expect(renderChartSvg(chartContent(campaignResult([])))).toContain("No model has both a score and a cost yet.");
  });
});

test("a hostile label is text, never markup, and control characters are dropped", () => {
  const svg = renderChartSvg(
    chartContent(campaignResult([{ model_id: '</text><script>"&\u0000\ud800', cases: { one: [[[4]]] } }])),
  );
  expect(svg).toContain("&#60;/text&#62;&#60;script&#62;&#34;&#38;");
  expect(svg).not.toContain("<script>");
  expect(svg).not.toContain("\u0000");
  expect(svg).not.toContain("NaN");
});

test("both files are written, with the footnote, and twice the same bytes", async () => {
  const folder = temporaryFolder();
  const result = campaignResult([{ model_id: "a", cases: { one: [[[4]]], two: [[[6]]] } }]);
  const first = await writeChart(result, { path: join(folder, "deep/chart.png"), footnote: "Prices of May" });
  expect(first).toEqual({
    svg: join(folder, "deep/chart.svg"),
    png: join(folder, "deep/chart.png"),
    models: 1,
    problem: null,
  });
  expect(readFileSync(first.svg, "utf8")).toContain(">Prices of May</text>");
  const png = readFileSync(join(folder, "deep/chart.png"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await writeChart(result, { path: join(folder, "again"), footnote: "Prices of May" });
  expect(readFileSync(join(folder, "again.png")).equals(png)).toBe(true);
  expect(existsSync(join(folder, "deep/chart.png.svg"))).toBe(false);
});

test("a chart that is there already is not drawn again, and a changed one is", async () => {
  const path = join(temporaryFolder(), "chart");
  const result = campaignResult([{ model_id: "a", cases: { one: [[[4]]], two: [[[6]]] } }]);
  await writeChart(result, { path });
  const png = readFileSync(`${path}.png`);
  writeFileSync(`${path}.png`, "still here");
  await writeChart(result, { path });
  expect(readFileSync(`${path}.png`, "utf8")).toBe("still here");
  await writeChart(result, { path, footnote: "Prices of May" });
  expect(readFileSync(`${path}.png`).subarray(1, 4).toString()).toBe("PNG");
  await writeChart(result, { path });
  expect(readFileSync(`${path}.png`).equals(png)).toBe(true);
});

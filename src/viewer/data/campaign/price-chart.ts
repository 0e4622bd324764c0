import { fitText, placeLabels, textWidth } from "../../../report/index.ts";
import type { DrawnPrices, SubjectRow } from "../../wire/index.ts";

const [WIDTH, HEIGHT] = [384, 264];
const PLOT = { left: 24, top: 12, width: WIDTH - 36, height: HEIGHT - 44 };
const LABEL_SIZE = 11;
const LONGEST_LABEL = 150;
const RADIUS = 5;

/** Lays out the chart of scores and prices, with labels placed as in the report's chart; null with fewer than two points. */
export function drawPrices(subjects: readonly SubjectRow[]): DrawnPrices | null {
  const drawn = subjects.flatMap((subject, index) =>
    subject.score && subject.price !== null ? [{ index, score: subject.score, price: subject.price, subject }] : [],
  );
  if (drawn.length < 2) return null;
  const prices = drawn.map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  // Start at zero, unless all prices are so close together that they would overlap.
  const from = lowest > highest / 2 ? lowest - (highest - lowest) * 0.25 : 0;
  const reach = (highest - from) * 1.1 || 1;
  const x = (price: number) => PLOT.left + ((price - from) / reach) * PLOT.width;
  const y = (score: number) => PLOT.top + (1 - score / 10) * PLOT.height;
  const bubbles = drawn.map(({ price, score }) => ({ x: x(price), y: y(score.mean), radius: RADIUS }));
  const names = drawn.map(({ subject }) =>
    fitText(subject.label.replace(/ \(offline\)/, ""), LABEL_SIZE, LONGEST_LABEL),
  );
  const sizes = names.map((name) => ({ width: textWidth(name, LABEL_SIZE), height: LABEL_SIZE * 1.15 }));
  const labels = placeLabels(bubbles, sizes, PLOT);
  const nameOfPrice = (price: number) =>
    drawn.find((point) => point.price === price)!.subject.price_words.replace(/ tokens?$/, "");
  return {
    width: WIDTH,
    height: HEIGHT,
    left: PLOT.left,
    right: PLOT.left + PLOT.width,
    grid: [0, 2, 4, 6, 8, 10].map((score) => ({ score, y: y(score) })),
    ends: [...new Set([lowest, highest])].map((price) => ({ x: x(price), words: nameOfPrice(price) })),
    points: drawn.map(({ index, score }, at) => ({
      subject: index,
      x: bubbles[at]!.x,
      y: bubbles[at]!.y,
      range: score.low === null || score.high === null ? null : { low: y(score.low), high: y(score.high) },
      label: { text: names[at]!, x: labels[at]!.box.left, y: labels[at]!.box.top + LABEL_SIZE * 0.9 },
      leader: labels[at]!.leader,
    })),
  };
}

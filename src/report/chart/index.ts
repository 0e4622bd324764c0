export { type ChartPoint, chartContent } from "./chart-points.ts";
export { curveSvg } from "./curve-svg.ts";
export { bestForTheMoney } from "./frontier.ts";
export { placeLabels } from "./place-labels.ts";

export { fitText, textWidth } from "./text-width.ts";
export { writeChart, writePicture } from "./write-chart.ts";

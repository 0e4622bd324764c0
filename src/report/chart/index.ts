export { type ChartContent, type ChartPoint, chartContent } from "./chart-points.ts";
export { curveSvg } from "./curve-svg.ts";
export { bestForTheMoney } from "./frontier.ts";
export { placeLabels } from "./place-labels.ts";
export { renderPng } from "./render-png.ts";
export { renderChartSvg } from "./render-svg.ts";
export { fitText, textWidth } from "./text-width.ts";
export { type WrittenChart, type WrittenPicture, writeChart, writePicture } from "./write-chart.ts";

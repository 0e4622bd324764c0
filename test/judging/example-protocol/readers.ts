import { itemPackets, itemResults, itemsAgain } from "../../../src/judging/items/item-readers.ts";
import { exampleJudging } from "./judging.ts";
import { example } from "./protocol.ts";

export const examplePackets = itemPackets(example, (dimension) =>
  dimension === "quality" ? { low: 1, high: 5, bands: [] } : null,
);
export const exampleResults = itemResults(example);
export const exampleAgain = itemsAgain(exampleJudging);

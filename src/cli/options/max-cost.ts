import { Option } from "commander";
import { usdAmount } from "./usd-amount.ts";

/** Counts all payments for one campaign or one judging name. */
export function maxCostOption(): Option {
  return new Option(
    "--max-cost-usd <amount>",
    "stop before it costs more than this in total, including earlier and parallel commands on the store",
  ).argParser(usdAmount("--max-cost-usd"));
}

import { Option } from "commander";
import { usdAmount } from "./usd-amount.ts";

/** Counts whatever is paid for the same thing: a campaign, or judging under one name. */
export function maxCostOption(): Option {
  return new Option(
    "--max-cost-usd <amount>",
    "stop before it costs more than this in total, including earlier and parallel commands on the store",
  ).argParser(usdAmount("--max-cost-usd"));
}

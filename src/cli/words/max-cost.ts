import { Option } from "commander";
import { usdAmount } from "./usd-amount.ts";

/** @param what the limit is for, all commands of it together */
export function maxCostOption(what: string): Option {
  return new Option(
    "--max-cost-usd <amount>",
    `stop before ${what} costs more than this in all, earlier and parallel commands on the store included`,
  ).argParser(usdAmount("--max-cost-usd"));
}

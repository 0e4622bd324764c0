import { Option } from "commander";

/** The same on every command that says more than its result. */
export function quietOption(): Option {
  return new Option("-q, --quiet", "no progress on stderr, only warnings");
}

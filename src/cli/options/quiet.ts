import { Option } from "commander";

/** `--quiet` for commands that print more than a result. */
export function quietOption(): Option {
  return new Option("-q, --quiet", "no progress on stderr, only warnings");
}

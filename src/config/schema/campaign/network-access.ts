import { z } from "zod";

/** A host, all hosts below one, or an address; with a port or without. */
const HOST_RULE =
  /^(?:\[[0-9A-Fa-f:.]+\]|(?:\*\.)?(?=[^:]{1,253}(?::|$))[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)(?::[1-9]\d{0,4})?$/;

const hostRule = z
  .string()
  .regex(
    HOST_RULE,
    "a host such as `pypi.org`, `*.pypi.org` or `10.0.0.5:8080`, without `https://` and without a path; for every host write `network_access: allow`",
  )
  .meta({ type_name: "host" });

/** Who may be reached besides the model. The list stands first: what is wrong in a list is told about the list. */
export const networkAccess = z
  .union([
    z
      .array(hostRule)
      .min(1, "name at least one host, or write `deny`")
      .refine((hosts) => new Set(hosts.map((host) => host.toLowerCase())).size === hosts.length, "names a host twice"),
    z.enum(["deny", "allow"]),
  ])
  .default("deny")
  .describe(
    "Which hosts may be reached besides the model: none, all, or for agents those listed (`pypi.org`, `*.pypi.org`, `10.0.0.5:8080`; without a port, 80 and 443)",
  );

import { z } from "zod";

/** Host, wildcard of subdomains, or address, with an optional port. */
const HOST_RULE =
  /^(?:\[[0-9A-Fa-f:.]+\]|(?:\*\.)?(?=[^:]{1,253}(?::|$))[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)(?::[1-9]\d{0,4})?$/;

const hostRule = z
  .string()
  .regex(
    HOST_RULE,
    "a host such as `pypi.org`, `*.pypi.org` or `10.0.0.5:8080`, without `https://` and without a path; for every host write `network_access: allow`",
  )
  .meta({ type_name: "host" });

/** Hosts reachable besides the model. The list comes first, so that its errors are reported for the list. */
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

import { groupsCanLimitMemory } from "./processes/find-memory-groups.ts";
import { seccompFilter } from "./seccomp/filter.ts";
import type { Guarantee, GuaranteeName, Sandbox } from "./types.ts";

type Said = Omit<Guarantee, "name">;

/** Lists what a sandbox protects on this machine and what it cannot, with remedies. */
export function guaranteesOf({ kind }: Pick<Sandbox, "kind">): Guarantee[] {
  return Object.entries(SAID[kind]()).map(([name, said]) => ({ name: name as GuaranteeName, ...said }));
}

/** One sentence per limitation; empty for a sandbox with all its limits. */
export function shortfallsOf(sandbox: Pick<Sandbox, "kind">): string[] {
  return guaranteesOf(sandbox)
    .filter(({ held }) => held !== "full")
    .map(({ name, says, remedy }) => `${name.replaceAll("_", " ")}: ${says}${remedy ? ` ${remedy}` : ""}`);
}

const full = (says: string): Said => ({ held: "full", says });
const partly = (says: string, remedy: string): Said => ({ held: "partly", says, remedy });
const none = (says: string, remedy: string): Said => ({ held: "no", says, remedy });

const USE_BUBBLEWRAP = "Install bubblewrap (package `bubblewrap`).";
const USE_LINUX = "Run Assay on Linux with bubblewrap.";
const USE_ANY = "Set `sandbox: auto` in the run profile.";
const GET_GROUPS =
  "Run Assay as root, or where it may make control groups: `systemd-run --user --scope -p Delegate=yes assay …`.";

const NAMESPACED = {
  network: full("none unless the run profile allows it."),
  host_files: full("only programs and libraries, read-only."),
  environment: full("a short list without anything of yours."),
  processes: full("a limit on their number, and none is left when the command ends."),
  disk: full("counted ten times a second; a command that goes beyond its limit is ended."),
  mount_table: full("empty; no path of the host is in it."),
  ends_with_assay: full("also when Assay is killed."),
};

const COUNTED_ONLY = "counted ten times a second; a command that is faster can go beyond its limit for a moment.";

const SAID: Record<Sandbox["kind"], () => Record<GuaranteeName, Said>> = {
  bubblewrap: () => ({
    ...NAMESPACED,
    memory: groupsCanLimitMemory()
      ? full("counted, and held by a control group of the kernel.")
      : partly(COUNTED_ONLY, GET_GROUPS),
    system_calls: seccompFilter()
      ? full("those that lead out of sandboxes are refused.")
      : none(`no filter for this processor (${process.arch}).`, "Use a machine with x64 or arm64."),
  }),
  namespaces: () => ({
    ...NAMESPACED,
    memory: partly(`${COUNTED_ONLY} Memory that no process maps is not counted.`, USE_BUBBLEWRAP),
    system_calls: none("nothing filters them.", USE_BUBBLEWRAP),
  }),
  container: () => ({
    ...NAMESPACED,
    memory: full("held by the container engine."),
    system_calls: partly("the engine's own filter, which lets commands trace each other.", USE_BUBBLEWRAP),
    mount_table: none("shows where the trial's folders are on the host.", USE_BUBBLEWRAP),
    ends_with_assay: full("also when Assay is killed; the container is then removed within seconds."),
  }),
  sandbox_exec: () => ({
    ...NAMESPACED,
    host_files: partly("refused by the kernel, but their names can be asked for.", USE_LINUX),
    processes: partly("counted together with your own.", USE_LINUX),
    memory: partly("limited for each process alone.", USE_LINUX),
    system_calls: partly("the kernel's own profile.", USE_LINUX),
    mount_table: none("a command sees the paths of the host.", USE_LINUX),
  }),
  unsafe_host: () => ({
    network: none("the host's.", USE_ANY),
    host_files: none("all that you can read and write.", USE_ANY),
    environment: full("a short list without anything of yours."),
    processes: none("no limit on their number.", USE_ANY),
    memory: partly(COUNTED_ONLY, USE_ANY),
    disk: partly("only the trial's own folders are counted.", USE_ANY),
    system_calls: none("nothing filters them.", USE_ANY),
    mount_table: none("a command sees the paths of the host.", USE_ANY),
    ends_with_assay: partly("also when Assay is killed, unless it hides its environment.", USE_ANY),
  }),
};

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { findMemoryGroups } from "../../../src/sandbox/processes/find-memory-groups.ts";
import type { HostileCampaign } from "./campaign.ts";

/** The leftovers of a campaign on the machine besides its results. `pid` was Assay's. */
export function leftBehind({ tmp, mark, root }: HostileCampaign, pid: number, hasContainers: boolean): string[] {
  return [
    ...readdirSync(tmp).map((name) => `the temporary folder ${name} is still there`),
    ...processesWith(mark).map((process) => `a process is still running: ${process}`),
    ...[root, tmp].flatMap(mountsBelow).map((mount) => `still mounted: ${mount}`),
    ...memoryGroupsOf(pid).map((name) => `the control group ${name} is still there`),
    ...(hasContainers ? containersOf(pid).map((name) => `the container ${name} is still there`) : []),
  ];
}

/** Everything that an agent starts has the mark in its environment or its words. */
export function processesWith(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
        return words.includes(mark) || environment.includes(mark) ? [`${pid} ${words.slice(0, 100)}`] : [];
      } catch {
        return [];
      }
    });
}

function mountsBelow(root: string): string[] {
  const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  return lines.map((line) => line.split(" ")[4] ?? "").filter((path) => path.startsWith(`${root}/`));
}

function memoryGroupsOf(pid: number): string[] {
  const groups = findMemoryGroups();
  return groups === null ? [] : readdirSync(groups.folder).filter((name) => isOwnedBy(name, pid));
}

function containersOf(pid: number): string[] {
  const words = ["ps", "--all", "--filter", "name=assay-", "--format", "{{.Names}}"];
  const names = execFileSync("podman", words, { encoding: "utf8" }).split("\n");
  return names.filter((name) => isOwnedBy(name, pid));
}

function isOwnedBy(name: string, pid: number): boolean {
  return name.startsWith("assay-") && name.includes(`-${pid}-`);
}

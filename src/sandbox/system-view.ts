import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";

/** What a command sees of the host's system: programs and libraries, read-only. No homes, no projects, no secrets. */
export interface SystemView {
  folders: string[];
  /** Where the host has a symlink (`/bin` → `usr/bin`), so has the sandbox. */
  links: { path: string; target: string }[];
  files: { host: string; inside: string }[];
}

const FOLDERS = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/run/current-system"];
/** Every mount costs a quarter of a millisecond per command. What libraries are called is in the cache; its sources are not needed. */
const SETTINGS = ["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"];
/** Certificates are public; names can only be resolved with the host's own settings. */
const NETWORK_SETTINGS = [
  "/etc/resolv.conf",
  "/etc/ssl/certs",
  "/etc/pki/tls/certs",
  "/etc/pki/ca-trust/extracted",
  "/etc/ca-certificates",
];

export function viewOfSystem({ network }: { network: boolean }): SystemView {
  const view: SystemView = { folders: [], links: [], files: [] };
  for (const path of FOLDERS) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) view.links.push({ path, target: readlinkSync(path) });
    else view.folders.push(path);
  }
  for (const path of network ? [...SETTINGS, ...NETWORK_SETTINGS] : SETTINGS) {
    if (!existsSync(path)) continue;
    const host = realpathSync(path);
    // A link is as good as a mount where it leads to something that is there anyway, and costs nothing.
    if (host !== path && host.startsWith("/usr/")) view.links.push({ path, target: host });
    else view.files.push({ host, inside: path });
  }
  return view;
}

/** Files of /etc that are ours: the host's would give away who uses it. */
export function ownSettings(user: number): { path: string; text: string }[] {
  return [
    {
      path: "/etc/passwd",
      text: `root:x:0:0:root:/:/usr/sbin/nologin\nsandbox:x:${user}:${user}:sandbox:/workspace:/bin/sh\n`,
    },
    { path: "/etc/group", text: `root:x:0:\nsandbox:x:${user}:\n` },
    { path: "/etc/hosts", text: "127.0.0.1 localhost sandbox\n::1 localhost\n" },
    { path: "/etc/nsswitch.conf", text: "passwd: files\ngroup: files\nhosts: files dns\n" },
  ];
}

import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";

/** The host's system as a command sees it: programs and libraries, read-only. No homes, no projects, no secrets. */
export interface SystemView {
  folders: string[];
  /** Symlinks of the host (`/bin` → `usr/bin`) that the sandbox repeats. */
  links: { path: string; target: string }[];
  files: { host: string; inside: string }[];
}

const FOLDERS = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/run/current-system"];
/** Kept minimal, because every mount costs a quarter of a millisecond per command. The library cache suffices without its sources. */
const SETTINGS = ["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"];
/** Certificates are public; resolving names requires the host's own settings. */
const NETWORK_SETTINGS = [
  "/etc/resolv.conf",
  "/etc/ssl/certs",
  "/etc/pki/tls/certs",
  "/etc/pki/ca-trust/extracted",
  "/etc/ca-certificates",
];

export function composeSystemView({ network }: { network: boolean }): SystemView {
  const view: SystemView = { folders: [], links: [], files: [] };
  for (const path of FOLDERS) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) view.links.push({ path, target: readlinkSync(path) });
    else view.folders.push(path);
  }
  for (const path of network ? [...SETTINGS, ...NETWORK_SETTINGS] : SETTINGS) {
    if (!existsSync(path)) continue;
    const host = realpathSync(path);
    // A link that leads to something already mounted is as good as a mount, and costs nothing.
    if (host !== path && host.startsWith("/usr/")) view.links.push({ path, target: host });
    else view.files.push({ host, inside: path });
  }
  return view;
}

/** Our own versions of files in /etc: the host's would reveal its users. */
export function composeEtcFiles(user: number): { path: string; text: string }[] {
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

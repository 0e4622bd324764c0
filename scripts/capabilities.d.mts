export type Capability =
  | "bash"
  | "zsh"
  | "fish"
  | "terminal"
  | "tmux"
  | ("sandbox" | "namespaces" | "containers" | "images" | "browser" | "python" | "git" | "redis" | "strace")
  | ("clone_in_sight" | "languages" | "kernel_headers" | "root" | "registry" | "agents");

export interface Needed {
  what: string;
  ours: boolean;
  programs: { anyOf: string[]; debian: string }[];
  obstacle?(): string | null;
}

export const CAPABILITIES: Record<Capability, Needed>;
export function whyLacking(name: Capability): string | null;
export function missingPackages(): string[];
export function pathOf(name: Capability): string | undefined;
export function find(name: string): string | undefined;

/** Processors whose system calls we know by number. */
export type Processor = "x64" | "arm64";

/** The error returned. `ENOSYS` if programs fall back to an older call; `EPERM` if there is none. */
export type RefusedWith = "EPERM" | "ENOSYS" | "EINVAL" | "EAFNOSUPPORT";

export interface RefusedCall {
  name: string;
  /** By processor; null where it does not have the call. */
  numbers: Record<Processor, number | null>;
  refusal: RefusedWith;
}

/**
 * System calls that no command of a trial needs, each a known way out of sandboxes or around their limits. From number 424 on all
 * processors use the same numbers.
 */
export const REFUSED_CALLS: RefusedCall[] = [
  // Inspecting other processes.
  ...refuse("EPERM", {
    ptrace: [101, 117],
    process_vm_readv: [310, 270],
    process_vm_writev: [311, 271],
    kcmp: [312, 272],
    pidfd_getfd: 438,
    process_madvise: 440,
  }),
  // Other namespaces, and everything that mounts or reports mounts.
  ...refuse("EPERM", {
    setns: [308, 268],
    mount: [165, 40],
    umount2: [166, 39],
    pivot_root: [155, 41],
    open_tree: 428,
    move_mount: 429,
    fsopen: 430,
    fsconfig: 431,
    fsmount: 432,
    fspick: 433,
    mount_setattr: 442,
    statmount: 457,
    listmount: 458,
    open_tree_attr: 467,
    open_by_handle_at: [304, 265],
  }),
  // Its flags are in memory, out of a filter's reach. Libraries fall back to `clone`, whose flags are visible.
  ...refuse("ENOSYS", { clone3: 435 }),
  // The kernel's keys are not in a namespace.
  ...refuse("EPERM", { add_key: [248, 217], request_key: [249, 218], keyctl: [250, 219] }),
  // Large and recent parts of the kernel.
  ...refuse("ENOSYS", { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 }),
  ...refuse("EPERM", { bpf: [321, 280], perf_event_open: [298, 241], userfaultfd: [323, 282] }),
  // Memory that belongs to no process: it need not be mapped by its holder, so it could not be counted.
  ...refuse("ENOSYS", { memfd_create: [319, 279], memfd_secret: 447, msgget: [68, 186] }),
  // The machine as a whole.
  ...refuse("EPERM", {
    kexec_load: [246, 104],
    kexec_file_load: [320, 294],
    init_module: [175, 105],
    finit_module: [313, 273],
    delete_module: [176, 106],
    reboot: [169, 142],
    swapon: [167, 224],
    swapoff: [168, 225],
    acct: [163, 89],
    quotactl: [179, 60],
    quotactl_fd: 443,
    syslog: [103, 116],
    fanotify_init: [300, 262],
    lookup_dcookie: [212, 18],
    iopl: [172, null],
    ioperm: [173, null],
  }),
];

function refuse(refusal: RefusedWith, calls: Record<string, number | [number, number | null]>): RefusedCall[] {
  return Object.entries(calls).map(([name, number]) => {
    const [x64, arm64] = typeof number === "number" ? [number, number] : number;
    return { name, refusal, numbers: { x64, arm64 } };
  });
}

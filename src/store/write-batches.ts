/** Files to write, with their concatenated bytes. */
export interface FileBatch {
  tasks: FileTask[];
  room: ArrayBuffer;
}

interface FileTask {
  task: number;
  files: { path: string; start: number; end: number }[];
  link: FileLink | null;
}

/** Symbolic link to create, or to remove if `target` is null. */
export interface FileLink {
  path: string;
  /** Relative to the link's folder. */
  target: string | null;
}

/** Result of a parcel, with its buffer for reuse. */
export interface WrittenBatch {
  written: { task: number; failure: FileFailure | null }[];
  room: ArrayBuffer;
}

type FileFailure = Pick<NodeJS.ErrnoException, "code" | "message" | "path" | "syscall">;

/** Thread's code. It cannot use this module, only Node. */
export function writeBatches(): void {
  const { parentPort } = process.getBuiltinModule("node:worker_threads");
  const fs = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  // Random, as in atomic.ts: files left by a killed process may have the same pid, which is constant in containers.
  let number = randomBytes(4).readUInt32LE();
  /** Known folders: most files are in one of the last few. */
  const folders = new Set<string>();

  function inFolder(path: string, create: () => void): void {
    const folder = dirname(path);
    if (!folders.has(folder)) {
      if (folders.size > 1000) folders.clear();
      fs.mkdirSync(folder, { recursive: true });
      folders.add(folder).add(dirname(folder));
    }
    try {
      create();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      // The folder was removed meanwhile.
      fs.mkdirSync(folder, { recursive: true });
      create();
    }
  }

  /** Creates a file or link atomically in place of an old one. */
  function replace(path: string, create: (temporary: string) => void): void {
    number = (number + 1) >>> 0;
    const temporary = `${path}.${process.pid}.${number.toString(16).padStart(8, "0")}.tmp`;
    try {
      inFolder(temporary, () => create(temporary));
      fs.renameSync(temporary, path);
    } catch (error) {
      fs.rmSync(temporary, { force: true });
      throw error;
    }
  }

  function writeWhole(path: string, bytes: Uint8Array): void {
    replace(path, (temporary) => fs.writeFileSync(temporary, bytes, { flag: "wx" }));
  }

  /** Writes a new file without a temporary name, which is safe while the task's last file is missing, as all are then written again. */
  function writeNew(path: string, bytes: Uint8Array): void {
    try {
      inFolder(path, () => fs.writeFileSync(path, bytes, { flag: "wx" }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") writeWhole(path, bytes);
      else {
        fs.rmSync(path, { force: true });
        throw error;
      }
    }
  }

  function makeLink({ path, target }: FileLink): void {
    const found = fs.lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() && fs.readlinkSync(path) === target) return;
    if (found && (target === null || found.isDirectory())) fs.rmSync(path, { recursive: true, force: true });
    if (target !== null) replace(path, (temporary) => fs.symlinkSync(target, temporary));
  }

  function written({ task, files, link }: FileTask, room: ArrayBuffer): WrittenBatch["written"][number] {
    const bytesOf = ({ start, end }: { start: number; end: number }) => new Uint8Array(room, start, end - start);
    try {
      if (link !== null) makeLink(link);
      for (const file of files.slice(0, -1)) writeNew(file.path, bytesOf(file));
      for (const file of files.slice(-1)) writeWhole(file.path, bytesOf(file));
      return { task, failure: null };
    } catch (error) {
      const { code, message, path, syscall } = error as NodeJS.ErrnoException;
      return { task, failure: { code, message, path, syscall } };
    }
  }

  parentPort!.on("message", ({ tasks, room }: FileBatch) => {
    parentPort!.postMessage({ written: tasks.map((task) => written(task, room)), room }, [room]);
  });
}

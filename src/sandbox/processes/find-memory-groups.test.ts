import { expect, test } from "vitest";
import { groupsOf } from "./find-memory-groups.ts";

test("on a system of today the own group is tried first, and then those above it", () => {
  const mounts = "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
  expect(groupsOf("0::/user.slice/user@1000.service/app.slice/assay.scope\n", mounts)).toEqual([
    { folder: "/sys/fs/cgroup/user.slice/user@1000.service/app.slice/assay.scope", version: 2 },
    { folder: "/sys/fs/cgroup/user.slice/user@1000.service/app.slice", version: 2 },
    { folder: "/sys/fs/cgroup/user.slice/user@1000.service", version: 2 },
    { folder: "/sys/fs/cgroup/user.slice", version: 2 },
    { folder: "/sys/fs/cgroup", version: 2 },
  ]);
});

test("in a container the path is told from the host's root, and only what is below the mount can be used", () => {
  const mounts = "41 30 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
  expect(groupsOf("0::/docker/abc/inner", mounts).map(({ folder }) => folder)).toEqual([
    "/sys/fs/cgroup/inner",
    "/sys/fs/cgroup",
  ]);
  expect(groupsOf("0::/elsewhere", mounts)).toEqual([{ folder: "/sys/fs/cgroup", version: 2 }]);
});

test("where memory is limited by groups of the first version, the own one is used after those of the second", () => {
  const mounts = [
    "30 25 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
    "34 25 0:31 / /sys/fs/cgroup/cpu\\040set rw - cgroup cgroup rw,cpuset",
    "35 25 0:32 / /sys/fs/cgroup/mem\\040ory rw - cgroup cgroup rw,memory",
  ].join("\n");
  expect(groupsOf("9:cpuset:/\n4:memory:/jobs/one\n0::/", mounts)).toEqual([
    { folder: "/sys/fs/cgroup/unified", version: 2 },
    { folder: "/sys/fs/cgroup/mem ory/jobs/one", version: 1 },
  ]);
});

test.each([
  ["", ""],
  ["0::/", ""],
  ["nonsense\n:::", "1 2 3\n - \n"],
  ["1:cpu:/", "1 2 3 / /x rw - cgroup cgroup rw,cpu"],
])("a machine without groups has none (%j)", (cgroup, mounts) => {
  expect(groupsOf(cgroup, mounts)).toEqual([]);
});

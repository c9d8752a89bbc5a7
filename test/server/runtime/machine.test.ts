import t, { type Test } from 'tap'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { boundsOf, requireMemory } from '../../../server/runtime/memory-bounds.ts'
import { readMachine } from '../../../server/runtime/machine.ts'

const WHOLE = { memory: 16e9, processors: 8 }

async function machineWith(t: Test, files: Record<string, string>) {
  const root = t.testdir()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return readMachine({ root, ...WHOLE })
}

t.test('without groups, or without bounds, it is the whole machine', async t => {
  t.strictSame(await machineWith(t, {}), WHOLE)
  t.strictSame(
    await machineWith(t, {
      'proc/self/cgroup': '0::/user.slice\n',
      'sys/fs/cgroup/user.slice/memory.max': 'max\n',
      'sys/fs/cgroup/user.slice/cpu.max': 'max 100000\n',
    }),
    WHOLE,
  )
})

t.test('cgroup v2: the smallest bound of the group and of those around it', async t => {
  t.strictSame(
    await machineWith(t, {
      'proc/self/cgroup': '0::/system.slice/uascope.service\n',
      'sys/fs/cgroup/system.slice/memory.max': '2000000000\n',
      'sys/fs/cgroup/system.slice/cpu.max': '150000 100000\n',
      'sys/fs/cgroup/system.slice/uascope.service/memory.max': '4000000000\n',
      'sys/fs/cgroup/system.slice/uascope.service/memory.high': 'max\n',
      'sys/fs/cgroup/system.slice/uascope.service/cpu.max': '400000 100000\n',
    }),
    { memory: 2e9, processors: 1.5 },
  )
})

t.test('cgroup v2: a group is slowed down above memory.high', async t => {
  t.match(
    await machineWith(t, {
      'proc/self/cgroup': '0::/\n',
      'sys/fs/cgroup/memory.max': '2000000000\n',
      'sys/fs/cgroup/memory.high': '1500000000\n',
    }),
    { memory: 1.5e9 },
  )
})

t.test("cgroup v1: in a container the paths are the host's, and the bounds are at the top", async t => {
  t.strictSame(
    await machineWith(t, {
      'proc/self/cgroup': '9:name=systemd:/docker/abc\n5:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n0::/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '734003200\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    }),
    { memory: 734_003_200, processors: 1 },
    'half a processor is still one thread',
  )
})

t.test('cgroup v1: no bound is a number that is larger than any memory, no quota is -1', async t => {
  t.strictSame(
    await machineWith(t, {
      'proc/self/cgroup': '4:memory:/\n1:cpu:/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    }),
    WHOLE,
  )
})

t.test('the bounds of all parts fit into the machine, and none is below what a full export takes', t => {
  for (const megabytes of [480, 512, 700, 1024, 1500, 2048, 4096, 24_000]) {
    const memory = megabytes * 1e6
    const { light, heavy, heavyThreads, workspace, importing } = boundsOf({ memory, processors: 4 })
    t.ok(heavy >= 90e6, `${megabytes}: heavy`)
    t.ok(light + heavy < 0.6 * memory, `${megabytes}: queries leave room for the processes`)
    t.ok(workspace < importing && importing <= memory, `${megabytes}: import`)
    t.equal(heavyThreads > 1, megabytes >= 1024, `${megabytes}: threads`)
  }
  t.match(boundsOf({ memory: 64e9, processors: 3.5 }), { threads: 3, heavyTurns: 2, workspace: 2500e6, caches: 1 })
  t.end()
})

t.test('too small a machine is refused with what is needed', t => {
  t.throws(() => requireMemory({ memory: 268_435_456, processors: 2 }), { message: /has 268 MB of memory, .* needs at least 480 MB/ })
  t.doesNotThrow(() => requireMemory({ memory: 512e6, processors: 1 }))
  t.end()
})

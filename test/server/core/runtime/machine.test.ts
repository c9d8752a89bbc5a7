import t, { type Test } from 'tap'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { boundsOf, readMachine, requireMemory } from '../../../../server/core/runtime/machine.ts'

const WHOLE = { memory: 16e9, processors: 8 }

async function machineWith(t: Test, files: Record<string, string>) {
  const root = t.testdir()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return readMachine({ root, ...WHOLE })
}

t.test('the whole machine counts without cgroups or limits', async t => {
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

t.test('the smallest limit of the group and its parents counts (cgroup v2)', async t => {
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

t.test('memory.high counts as a limit (cgroup v2)', async t => {
  t.match(
    await machineWith(t, {
      'proc/self/cgroup': '0::/\n',
      'sys/fs/cgroup/memory.max': '2000000000\n',
      'sys/fs/cgroup/memory.high': '1500000000\n',
    }),
    { memory: 1.5e9 },
  )
})

t.test("paths in a container are the host's, and limits are at the root (cgroup v1)", async t => {
  t.strictSame(
    await machineWith(t, {
      'proc/self/cgroup':
        '9:name=systemd:/docker/abc\n5:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n0::/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '734003200\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    }),
    { memory: 734_003_200, processors: 1 },
    'half a processor is still one thread',
  )
})

t.test('a value above any memory size and a quota of -1 are no limits (cgroup v1)', async t => {
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

t.test('the limits of all parts fit the machine, and each allows a full export', t => {
  for (const megabytes of [480, 512, 700, 1024, 1500, 2048, 4096, 24_000]) {
    const memory = megabytes * 1e6
    const { light, heavy, heavyThreads, workspace, importing } = boundsOf({ memory, processors: 4 })
    t.ok(heavy >= 90e6, `${megabytes}: heavy`)
    t.ok(light + heavy < 0.6 * memory, `${megabytes}: queries leave room for the processes`)
    t.ok(workspace < importing && importing <= memory, `${megabytes}: import`)
    t.equal(heavyThreads > 1, megabytes >= 1024, `${megabytes}: threads`)
  }
  t.match(boundsOf({ memory: 64e9, processors: 3.5 }), {
    threads: 3,
    heavyTurns: 2,
    workspace: 2500e6,
    caches: 1,
  })
  t.end()
})

t.test('a machine that is too small is refused with the minimum', t => {
  t.throws(() => requireMemory({ memory: 268_435_456, processors: 2 }), {
    message: /has 268 MB of memory, .* needs at least 480 MB/,
  })
  t.doesNotThrow(() => requireMemory({ memory: 512e6, processors: 1 }))
  t.end()
})

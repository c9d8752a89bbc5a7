import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { PriorityFloor, type Sample } from '../../../server/model/priority-floor.ts'
import { lowerPriority, mayRaise, NICE, startingNice } from '../../../server/model/priority.ts'
import { until } from '../../support/until.ts'

/** A process that gets so many seconds of processor time per sample, and wants more. */
function watched(nice: number, seconds: () => number, { wants = true, allowed = true } = {}) {
  let used = 0
  const changes: number[] = []
  const floor = new PriorityFloor(1, nice, {
    every: 5,
    sample: (): Sample => ({ used: new Map([[1, (used += seconds())]]), wants }),
    change: (_pid, to) => {
      changes.push(to)
      return allowed
    },
  })
  return { floor, changes }
}

t.test('work that gets nothing rises step by step, to the priority of requests at most', async t => {
  const { floor, changes } = watched(NICE.import, () => 0)
  await until('it rose twice', () => changes.length === 2)
  await sleep(100)
  t.strictSame(changes, [10, 0])
  floor.stop()
  t.strictSame(changes, [10, 0, 19], 'and has its own priority without work')
})

t.test('once it is served it returns, and never below its own priority', async t => {
  let seconds = 0
  const { floor, changes } = watched(NICE.heavy, () => seconds)
  await until('it rose', () => changes.length === 1)
  seconds = 0.004
  await until('it returned', () => changes.length === 2)
  await sleep(100)
  t.strictSame(changes, [0, 10])
  floor.stop()
})

t.test('work that waits for something else, or gets a share, keeps its priority', async t => {
  const idle = watched(NICE.import, () => 0, { wants: false })
  const slow = watched(NICE.import, () => 0.001)
  await sleep(150)
  t.strictSame([idle.changes, slow.changes], [[], []])
  idle.floor.stop()
  slow.floor.stop()
})

t.test('where rising is forbidden it is tried again, and nothing else happens', async t => {
  const { floor, changes } = watched(NICE.import, () => 0, { allowed: false })
  await until('it was tried twice', () => changes.length === 2)
  t.strictSame(changes, [10, 10])
  t.equal(floor.nice, 19)
  floor.stop()
})

t.test('a real process rises and returns', { skip: !mayRaise() && 'this user may not raise priorities' }, async t => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  lowerPriority(NICE.import, child.pid!)
  t.equal(getPriority(child.pid), 19)
  const floor = new PriorityFloor(child.pid!, NICE.import, { every: 20, sample: () => ({ used: new Map(), wants: true }) })
  await until('it rose', () => getPriority(child.pid) === 0)
  floor.stop()
  t.equal(getPriority(child.pid), 19)
})

t.test('on a busy machine, work that could not rise begins with the priority of requests', t => {
  t.equal(startingNice(NICE.import, { load: 1000, mayRise: false }), 0)
  t.equal(startingNice(NICE.import, { load: 1000, mayRise: true }), 19)
  t.equal(startingNice(NICE.heavy, { load: 0, mayRise: false }), 10)
  t.end()
})

t.test('rising needs a capability or a limit', async t => {
  const root = t.testdir()
  await mkdir(`${root}/proc/self`, { recursive: true })
  const may = async (limit: number, capabilities: string) => {
    await writeFile(
      `${root}/proc/self/limits`,
      `Limit  Soft Limit  Hard Limit  Units\nMax nice priority         ${limit}        ${limit}\n`,
    )
    await writeFile(`${root}/proc/self/status`, `Name:\tnode\nCapEff:\t${capabilities}\n`)
    return mayRaise(root)
  }
  t.equal(await may(0, '0000000000000000'), false)
  t.equal(await may(20, '0000000000000000'), true)
  t.equal(await may(0, '0000000000800000'), true)
  t.equal(mayRaise(`${root}/nowhere`), false)
})

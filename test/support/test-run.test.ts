import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { onceInRun } from './test-run.ts'

t.test("a run's shared needs are made once, for any number of callers", async t => {
  const run = t.testdir()
  let made = 0
  const make = async () => ({ number: ++made })
  const answers = await Promise.all(Array.from({ length: 5 }, () => onceInRun(run, 'thing', make)))
  t.strictSame(answers, Array(5).fill({ number: 1 }))
  t.strictSame(await onceInRun(run, 'other', make), { number: 2 })
})

t.test('where it cannot be made, everyone gets the reason', async t => {
  const run = t.testdir()
  const fail = () => onceInRun(run, 'thing', () => Promise.reject(new Error('no disk')))
  for (const outcome of await Promise.allSettled([fail(), fail()])) {
    t.match(outcome, { status: 'rejected', reason: { message: /thing.*no disk/s } })
  }
})

t.test('one whose maker died is made again', async t => {
  const run = t.testdir()
  const dead = spawnSync('true').pid
  await writeFile(join(run, 'thing.lock.0'), String(dead))
  t.equal(await onceInRun(run, 'thing', async () => 'made'), 'made')
})

import t from 'tap'
import { Turns, StoreBusy } from '../../../../server/core/runtime/turns.ts'
import fc from '../../../support/fast-check.ts'

/** Turns, and who got one, in order. */
function traced(turns: number, mostWaiting = 100) {
  const lane = new Turns({ turns, mostWaiting })
  const begun: string[] = []
  const take = (company: number | null, name = String(company)) =>
    lane.take(company, () => void begun.push(name))
  return { begun, take }
}

t.test('a company alone has all turns except one', t => {
  const { begun, take } = traced(4)
  const first = take(1, 'a')
  for (const name of ['b', 'c', 'd', 'e']) take(1, name)
  t.strictSame(begun, ['a', 'b', 'c'])
  take(2, 'other')
  t.strictSame(begun, ['a', 'b', 'c', 'other'], 'who comes next need not wait')
  first()
  t.strictSame(begun, ['a', 'b', 'c', 'other', 'd'])
  t.end()
})

t.test('a single turn alternates between companies', t => {
  const { begun, take } = traced(1)
  const over = take(1, '1a')
  const rest = [take(1, '1b'), take(1, '1c'), take(2, '2a'), take(3, '3a'), take(null, 'nobody')]
  over()
  for (const end of [rest[0]!, rest[2]!, rest[3]!, rest[4]!]) end()
  t.strictSame(begun, ['1a', '1b', '2a', '3a', 'nobody', '1c'])
  t.end()
})

t.test('a company has at most half of the turns, rounded up, while others wait', t => {
  const { begun, take } = traced(5)
  const ends = Array.from({ length: 10 }, () => take(1))
  t.equal(begun.length, 4)
  take(2)
  for (let n = 0; n < 9; n++) take(2)
  t.strictSame(begun.slice(4), ['2'])
  ends[0]!()
  ends[1]!()
  ends[2]!()
  t.strictSame(begun.slice(5), ['2', '1', '2'], 'in turn, once company 1 is down to its half')
  t.end()
})

t.test('canceled work never starts and releases no turn', t => {
  const { begun, take } = traced(2)
  const first = take(1, 'first')
  const dropped = take(1, 'dropped')
  dropped()
  dropped()
  take(2, 'second')
  take(2, 'third')
  first()
  first()
  t.strictSame(begun, ['first', 'second'], 'two turns, of which one company alone has one')
  t.end()
})

t.test("a company's queue is bounded, without effect on others", t => {
  const { begun, take } = traced(2, 3)
  const [first] = Array.from({ length: 4 }, () => take(1))
  t.throws(() => take(1), StoreBusy)
  t.doesNotThrow(() => take(2))
  first!()
  t.doesNotThrow(() => take(1), 'there is room again')
  t.strictSame(begun, ['1', '2', '1'])
  t.end()
})

/** Somebody asks, or one of those who asked before is done or goes away. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ ask: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ end: fc.nat() }) },
  ),
  { maxLength: 200 },
)

t.test('turns follow their laws in any order of events', t => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 8 }),
      steps,
      (count, mostWaiting, course) => {
        const turns = new Turns({ turns: count, mostWaiting })
        const jobs: { company: number; state: 'waiting' | 'working' | 'over'; end: () => void }[] =
          []
        const of = (state: string, company?: number) =>
          jobs.filter(
            job => job.state === state && (company === undefined || job.company === company),
          )
        const othersWait = (company: number) => of('waiting').some(job => job.company !== company)
        const half = Math.ceil(count / 2)
        const ask = (company: number): void => {
          const job = {
            company,
            state: 'waiting' as 'waiting' | 'working' | 'over',
            end: () => undefined as void,
          }
          if (of('waiting', company).length >= mostWaiting) {
            if (!throwsBusy(() => turns.take(company, () => undefined)))
              throw new Error('the bound does not hold')
            return
          }
          jobs.push(job)
          const end = turns.take(company, () => {
            if (job.state !== 'waiting') throw new Error(`begun when ${job.state}`)
            const most = othersWait(company) ? half : Math.max(1, count - 1)
            if (of('working', company).length >= most) throw new Error('more than its share')
            job.state = 'working'
            if (of('working').length > count) throw new Error('more work than turns')
          })
          job.end = () => {
            job.state = 'over'
            end()
          }
        }
        for (const step of course) {
          const open = jobs.filter(job => job.state !== 'over')
          if ('ask' in step) ask(step.ask)
          else if (open.length > 0) open[step.end % open.length]!.end()
          const idle = count - of('working').length
          const waiting = new Set(of('waiting').map(({ company }) => company))
          if (idle > 0 && waiting.size > 1) throw new Error('a turn is idle while several wait')
          if (idle > 1 && waiting.size > 0) throw new Error('turns are idle while somebody waits')
        }
        // Whatever is left is done within as many ends as there is work: nobody starves.
        for (let left = jobs.length; of('working').length > 0; left--) {
          if (left < 0) throw new Error('no end')
          of('working')[0]!.end()
        }
        if (of('waiting').length > 0) throw new Error('some work never began')
      },
    ),
    { numRuns: 500 },
  )
  t.pass('held')
  t.end()
})

t.test('every waiting company gets a turn between two turns of one company', t => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 2, maxLength: 5 }),
      queues => {
        const turns = new Turns({ turns: 1, mostWaiting: 100 })
        const begun: number[] = []
        const ends: (() => void)[] = []
        const first = turns.take(0, () => undefined)
        queues.forEach((length, company) => {
          for (let n = 0; n < length; n++) {
            const end = turns.take(
              company + 1,
              () => void (begun.push(company + 1), ends.push(() => end())),
            )
          }
        })
        first()
        while (ends.length > 0) ends.shift()!()
        const expected = Array.from({ length: Math.max(...queues) }, (_, round) =>
          queues.flatMap((length, company) => (length > round ? [company + 1] : [])),
        ).flat()
        if (begun.join() !== expected.join())
          throw new Error(`${begun.join()} instead of ${expected.join()}`)
      },
    ),
  )
  t.pass('held')
  t.end()
})

function throwsBusy(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch (error) {
    return error instanceof StoreBusy
  }
}

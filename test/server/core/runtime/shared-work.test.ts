import t from 'tap'
import { SharedWork } from '../../../../server/core/runtime/shared-work.ts'
import { Unwanted, type Work } from '../../../../server/core/runtime/work.ts'

/** A caller of a company, who can go away. */
function caller(companyId = 1) {
  const gone = new AbortController()
  return { work: { companyId, signal: gone.signal }, leave: () => gone.abort(new Unwanted()) }
}

/** Work that ends when the test says so, or fails when it is given up. */
function pieces() {
  const begun: { work: Work; finish: (result: string) => void }[] = []
  const start = (work: Work) =>
    new Promise<string>((resolve, reject) => {
      begun.push({ work, finish: resolve })
      work.signal.addEventListener('abort', () =>
        setImmediate(() => reject(work.signal.reason as Error)),
      )
    })
  return { begun, start }
}

function tick() {
  return new Promise(resolve => setImmediate(resolve))
}

t.test('callers share work, which continues while one remains', async t => {
  const shared = new SharedWork<string>()
  const { begun, start } = pieces()
  const [one, two, three] = [caller(), caller(), caller()]
  const results = [one, two, three].map(({ work }) => shared.join('a', work, start))
  await tick()
  t.equal(begun.length, 1)
  one.leave()
  three.leave()
  await t.rejects(results[0]!, Unwanted)
  await t.rejects(results[2]!, Unwanted)
  t.notOk(begun[0]!.work.signal.aborted)
  begun[0]!.finish('done')
  t.equal(await results[1], 'done')
  two.leave()
  t.notOk(begun[0]!.work.signal.aborted, 'to leave later changes nothing')
})

t.test('work is aborted when the last caller leaves; later callers get new work', async t => {
  const shared = new SharedWork<string>()
  const { begun, start } = pieces()
  const [one, two] = [caller(), caller()]
  const abandoned = shared.join('a', one.work, start)
  await tick()
  one.leave()
  const fresh = shared.join('a', two.work, start)
  await t.rejects(abandoned, Unwanted)
  await tick()
  t.ok(begun[0]!.work.signal.aborted)
  t.equal(begun.length, 2)
  const joined = shared.join('a', caller().work, start)
  begun[1]!.finish('fresh')
  t.strictSame(await Promise.all([fresh, joined]), ['fresh', 'fresh'])
  t.equal(begun.length, 2)
})

t.test('a caller that has left starts no work', async t => {
  const { begun, start } = pieces()
  const gone = caller()
  gone.leave()
  await t.rejects(new SharedWork<string>().join('a', gone.work, start), Unwanted)
  t.equal(begun.length, 0)
})

t.test('companies share no work', async t => {
  const shared = new SharedWork<string>()
  const { begun, start } = pieces()
  const both = [shared.join('a', caller(1).work, start), shared.join('a', caller(2).work, start)]
  await tick()
  t.strictSame(
    begun.map(({ work }) => work.companyId),
    [1, 2],
  )
  for (const { finish } of begun) finish('done')
  await Promise.all(both)
})

t.test('a failure reaches all waiting callers and is not cached', async t => {
  const shared = new SharedWork<string>()
  const fail = () => Promise.reject(new Error('no luck'))
  const failed = await Promise.allSettled([1, 2].map(() => shared.join('a', caller().work, fail)))
  t.match(failed, [{ reason: { message: 'no luck' } }, { reason: { message: 'no luck' } }])
  t.equal(await shared.join('a', caller().work, async () => 'luck'), 'luck')
})

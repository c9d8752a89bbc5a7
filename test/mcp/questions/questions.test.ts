import t from 'tap'
import { startDemo } from './demo.ts'
import { QUESTIONS, UNPREPARED } from './questions.ts'

/** Calls include the one that lists the apps. */
const MAX = { prepared: { calls: 3, tokens: 6000 }, unprepared: { calls: 2, tokens: 6000 } }

t.test('a marketer gets the result of the delivered files in few calls and tokens', async t => {
  const { reader, delivery } = await startDemo(t)
  t.equal(QUESTIONS.length, 15)
  t.equal(UNPREPARED.length, 17)
  for (const [questions, max] of [
    [QUESTIONS, MAX.prepared],
    [UNPREPARED, MAX.unprepared],
  ] as const) {
    for (const { asks, companyId = 1, answer, expected } of questions) {
      const one = reader(companyId)
      const got = await answer(one)
      if (expected === undefined) t.notMatch(JSON.stringify(got), /null|\[\]/, asks)
      else t.strictSame(got, await expected(delivery), asks)
      t.ok(
        one.calls() <= max.calls && one.tokens() <= max.tokens,
        `${asks} ${one.calls()} calls, ${one.tokens()} tokens`,
      )
    }
  }
})

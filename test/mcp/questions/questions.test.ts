import t from 'tap'
import { startDemo } from './demo.ts'
import { QUESTIONS } from './questions.ts'

const MAX = { calls: 3, tokens: 6000 }

t.test('a marketer gets an answer in few calls and tokens, the same that the delivered files give', async t => {
  const { reader, delivery } = await startDemo(t)
  t.equal(QUESTIONS.length, 15)
  for (const { asks, companyId = 1, answer, expected } of QUESTIONS) {
    const one = reader(companyId)
    const got = await answer(one)
    t.strictSame(got, await expected(delivery), asks)
    t.ok(one.calls() <= MAX.calls && one.tokens() <= MAX.tokens, `${asks} ${one.calls()} calls, ${one.tokens()} tokens`)
    t.comment(`${asks} | ${one.calls()} | ${one.tokens()}`)
  }
})

import t from 'tap'
import { BodyTurns } from '../../../server/http/body-turns.ts'

const LARGE = 57_000

t.test("large bodies come one per round of the event loop, companies in turn; small ones don't wait", async t => {
  const turns = new BodyTurns()
  const order: string[] = []
  let round = 0
  const count = () => {
    round++
    if (order.length < 7) setImmediate(count)
  }
  const rounds: number[] = []
  const take = async (company: number, name: string, bytes = LARGE) => {
    await turns.take(company, bytes)
    order.push(name)
    rounds.push(round)
  }
  setImmediate(count)
  await Promise.all([...[1, 2, 3, 4].map(number => take(1, `a${number}`)), take(2, 'b1'), take(2, 'b2'), take(1, 'small', 4096)])
  t.strictSame(order, ['small', 'a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  t.equal(new Set(rounds.slice(1)).size, 6, 'each in a round of its own')
  await take(3, 'later')
  t.equal(order.at(-1), 'later')
})

import t from 'tap'
import { InputTurns } from '../../../server/http/input-turns.ts'

t.test('one turn is given per round of the event loop, companies in turn', async t => {
  const turns = new InputTurns()
  const order: string[] = []
  let round = 0
  const count = () => {
    round++
    if (order.length < 6) setImmediate(count)
  }
  const rounds: number[] = []
  const take = async (company: number, name: string) => {
    await turns.next(company)
    order.push(name)
    rounds.push(round)
  }
  setImmediate(count)
  await Promise.all([
    ...[1, 2, 3, 4].map(number => take(1, `a${number}`)),
    take(2, 'b1'),
    take(2, 'b2'),
  ])
  t.strictSame(order, ['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  t.equal(new Set(rounds).size, 6, 'each in a round of its own')
  await take(3, 'later')
  t.equal(order.at(-1), 'later')
})

import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Config } from '../../../../server/forecast/config/config.ts'
import type { Gate } from '../../../../server/forecast/backtest/gates.ts'
import { configOf, smallWorld } from './facts.ts'
import { writeForecast } from './write.ts'

const facts = smallWorld()

async function notesOf(t: Test, config: Partial<Config>, verdicts: Record<number, Gate['verdict']> = {}): Promise<string> {
  return (await writeForecast(configOf(config), facts, join(t.testdir(), 'delivery'), { verdicts })).notes.join('\n')
}

function targets(roas: number | null): Partial<Config> {
  return { targets: { ...configOf().targets, roas, by: [] } }
}

t.test('no target: nothing is recommended, and it says so', async t => {
  t.match(await notesOf(t, targets(null)), /^There is no target, so nothing is recommended: set roas under targets/)
  const other = { ...configOf().targets, roas: null, by: [{ network: 'Another', roas: 1 }] }
  t.match(await notesOf(t, { targets: other }), /^No campaign of the bet lookback has a target/)
})

t.test('a target that is meant as per cent', async t => {
  t.match(
    await notesOf(t, targets(60)),
    /^The target of 6000\.0 % is over 10 times the best D30 ROAS so far, .* If 60 means 60 %, write 0\.6\./,
  )
  t.notMatch(await notesOf(t, targets(1)), /times the best/)
})

t.test('networks that are not listed are LOW, and only these are named', async t => {
  const note = /LOW whatever the score: 3 campaigns \(\d+ USD a day\), since networks\.traditional does not list (.*)\./
  t.equal(note.exec(await notesOf(t, { networks: { traditional: [], alias: {} } }))![1], 'Apple Search Ads, Google Ads, Meta Ads')
  const one = await notesOf(t, { networks: { traditional: ['Google Ads', 'Meta Ads'], alias: {} } })
  t.match(one, /LOW whatever the score: 1 campaign \(\d+ USD a day\), .* list Apple Search Ads\./)
  t.notMatch(await notesOf(t, { networks: { traditional: [...facts.names.network], alias: {} } }), /LOW/)
})

t.test('an untested target DSI is LOW, a failed one is not recommended on', async t => {
  t.match(await notesOf(t, {}, { 30: 'untested' }), /3 campaigns .* have no confidence score, so their status is LOW: D30 forecasts cannot/)
  t.match(
    await notesOf(t, {}, { 30: 'failed' }),
    /Nothing is recommended for 3 campaigns .*: D30 forecasts of the past were not good enough/,
  )
})

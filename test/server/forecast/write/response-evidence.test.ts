import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { configOf, lastDay, smallWorld } from './facts-of-rows.ts'
import { readTables, writeForecast } from './write.ts'

const DAYS = 200
const small = smallWorld({ days: DAYS })
/** With many installs, so that their chance is small beside that of spend. */
const facts: Facts = {
  ...small,
  cells: { ...small.cells, installs: small.cells.installs.map(count => 20 * count) },
}
const names = facts.names.network

/** A network's spend of each day in units of the usual. */
function spending({ cells, ...rest }: Facts, network: string, units: readonly number[]): Facts {
  const at = names.indexOf(network)
  const spendOf = (i: number): number => 60 * units[DAYS - 1 - (lastDay - cells.day[i]!)]!
  return {
    ...rest,
    cells: {
      ...cells,
      spend: cells.spend.map((spend, i) => (cells.network[i] === at ? spendOf(i) : spend)),
    },
  }
}

/** Budgets that rise and fall by a quarter; or spend that follows a demand of which 0.9 lasts. */
function budgets(): number[] {
  const random = chance(3)
  return Array.from(
    { length: DAYS },
    (_, day) => (Math.floor(day / 10) % 2 === 0 ? 1 : 1.25) * Math.exp(0.03 * random.normal()),
  )
}
function following(): number[] {
  const random = chance(4)
  let demand = 0
  return Array.from({ length: DAYS }, () =>
    Math.exp((demand = 0.9 * demand + 0.06 * random.normal())),
  )
}

async function delivered(t: Test, some: Facts) {
  const out = join(t.testdir(), 'delivery')
  const { notes } = await writeForecast(configOf(), some, out)
  const query = await readTables(t, out)
  const rows = await query(
    `SELECT DISTINCT network, response_evidence AS evidence, response_high > response_low AS wide FROM recommendations ORDER BY network`,
  )
  return { rows, notes: notes.join('\n') }
}

t.test(
  'a response learned from moves of budgets says so, and one that is billed per install says nothing',
  async t => {
    const { rows, notes } = await delivered(t, spending(facts, 'Meta Ads', budgets()))
    t.strictSame(rows, [
      { network: 'Apple Search Ads', evidence: null, wide: null },
      { network: 'Google Ads', evidence: null, wide: null },
      { network: 'Meta Ads', evidence: 'learned', wide: true },
    ])
    t.notMatch(notes, /follows demand/)
  },
)

t.test(
  'a response of spend that follows demand is assumed, and a note names the network',
  async t => {
    const { rows, notes } = await delivered(t, spending(facts, 'Meta Ads', following()))
    t.match(rows[2], { network: 'Meta Ads', evidence: 'assumed', wide: true })
    t.match(
      notes,
      /^Spend follows demand on Meta Ads: responses of 1 campaign \(\d+ USD a day\) rest on jumps of budgets only/m,
    )
  },
)

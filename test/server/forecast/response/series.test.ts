import t from 'tap'
import { campaignSeries } from '../../../../server/forecast/response/series.ts'
import { type CellRow, factsOf } from '../write/facts-of-rows.ts'

const FIRST = 20_000
/** Every install brings 1 on its day, and 1 more at the age of 30. */
function rows(days: number): CellRow[] {
  return Array.from({ length: days }, (_, at) => ({
    day: FIRST + at,
    platform: 'IOS',
    network: 'Meta Ads',
    campaign: 'one',
    country: 'US',
    spend: 20,
    installs: 10,
    iap: Array.from({ length: days - at }, (__, age) =>
      age === 0 || age === 30 ? ([10, 10] as const) : ([0, 0] as const),
    ),
  }))
}

/** Worth of an install, and the last day whose worth is known. */
function worth(days: number, dsi: number) {
  const [{ aged, worth: money } = { aged: new Float64Array(), worth: new Float64Array() }] =
    campaignSeries(factsOf(rows(days)), FIRST + days - 1, dsi)
  return { each: money[0]! / aged[0]!, last: aged.findLastIndex(count => count > 0) }
}

t.test('installs are valued by their revenue at the target DSI', async t => {
  t.strictSame(worth(120, 30), { each: 2, last: 89 })
  t.strictSame(worth(120, 7), { each: 1, last: 112 })
})

t.test('installs with too few days use the value of two thirds of the days', async t => {
  t.strictSame(worth(60, 30), { each: 1, last: 39 })
  t.strictSame(worth(120, 365), { each: 2, last: 79 })
})

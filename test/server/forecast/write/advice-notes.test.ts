import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import type { Gate } from '../../../../server/forecast/backtest/gates.ts'
import { configOf, lastDay, smallWorld } from './facts-of-rows.ts'
import { readTables, writeForecast } from './write.ts'

const facts = smallWorld()

async function notesOf(
  t: Test,
  config: Partial<Config>,
  verdicts: Record<number, Gate['verdict']> = {},
): Promise<string> {
  return (
    await writeForecast(configOf(config), facts, join(t.testdir(), 'delivery'), { verdicts })
  ).notes.join('\n')
}

function targets(roas: number | null): Partial<Config> {
  return { targets: { ...configOf().targets, roas, by: [] } }
}

t.test('apps without a target get no recommendations, and a note', async t => {
  t.match(await notesOf(t, targets(null)), /^Recommendations need a target: set roas under targets/)
  const other = { ...configOf().targets, roas: null, by: [{ network: 'Another', roas: 1 }] }
  t.match(
    await notesOf(t, { targets: other }),
    /^None of the 3 campaigns of the bet lookback has a target/,
  )
})

t.test('a target that looks like a percentage is noted', async t => {
  t.match(
    await notesOf(t, targets(60)),
    /^The target of 6000\.0 % is over 10 times the best D30 ROAS so far, .* If 60 means 60 %, write 0\.6\./,
  )
  t.notMatch(await notesOf(t, targets(1)), /times the best/)
})

t.test('unlisted networks are LOW, and only these are named', async t => {
  const note =
    /LOW whatever the score: 3 campaigns \(\d+ USD a day\), since networks\.traditional does not list (.*)\./
  t.equal(
    note.exec(await notesOf(t, { networks: { traditional: [], alias: {} } }))![1],
    'Apple Search Ads, Google Ads, Meta Ads',
  )
  const one = await notesOf(t, { networks: { traditional: ['Google Ads', 'Meta Ads'], alias: {} } })
  t.match(one, /LOW whatever the score: 1 campaign \(\d+ USD a day\), .* list Apple Search Ads\./)
  t.notMatch(
    await notesOf(t, { networks: { traditional: [...facts.names.network], alias: {} } }),
    /LOW/,
  )
})

t.test('a campaign without spend and installs does not miss a target', async t => {
  const { cells } = facts
  const still = { ...facts, cells: { ...cells, installs: cells.installs.map((n, i) => (lastDay - cells.day[i]! > 20 ? n : 0)), spend: cells.spend.map((n, i) => (lastDay - cells.day[i]! > 20 ? n : 0)) } } // prettier-ignore
  const { notes } = await writeForecast(configOf(), still, join(t.testdir(), 'delivery'))
  t.match(notes.join('\n'), /^No campaign has spend or installs in the bet lookback/m)
})

for (const [verdict, why] of [
  [
    'untested',
    /No prediction for 3 campaigns \(\d+ USD a day\).*: D30 forecasts cannot be tested yet/,
  ],
  [
    'failed',
    /No prediction for 3 campaigns \(\d+ USD a day\).*: D30 forecasts of the past were not good enough/,
  ],
] as const) {
  t.test(
    `a target DSI that is ${verdict} is delivered without prediction and has no action`,
    async t => {
      const out = join(t.testdir(), 'delivery')
      const summary = await writeForecast(configOf(), facts, out, { verdicts: { 30: verdict } })
      t.match(summary.notes.join('\n'), why)
      t.strictSame(summary.actions.map(({ recommendations }) => recommendations), [0, 0, 0]) // prettier-ignore
      t.match(summary.unpredicted, { recommendations: 3 })
      t.ok(summary.unpredicted.dailySpend > 0)
      const query = await readTables(t, out)
      const rows = await query(
        `SELECT predicted_paid_gross_roas, predicted_low_roas, confidence_score, suggested_daily_spend, spend FROM recommendations`,
      )
      t.equal(rows.length, summary.recommendations)
      t.ok(rows.length >= 3)
      for (const { spend, ...unknown } of rows) {
        t.ok(Number(spend) > 0)
        t.ok(Object.values(unknown).every(value => value === null))
      }
      const [young] = await query(
        `SELECT count(*) AS n FROM cohort_revenue WHERE dsi = 30 AND install_date > DATE '2026-02-13'`,
      )
      t.equal(Number(young!['n']), 0, 'and no young cohort has a value there')
      const [alert] = await query(
        `SELECT title, summary FROM alerts WHERE title LIKE 'Target DSI%'`,
      )
      t.match(alert, { title: 'Target DSI withheld', summary: /^D30 forecasts/ })
    },
  )
}

t.test(
  'an untested target DSI above one that passed is delivered, below HIGH, with what cohorts need at the tested DSI',
  async t => {
    const dir = t.testdir()
    const written = async (name: string, verdicts: Parameters<typeof writeForecast>[3]) => {
      const out = join(dir, name)
      const { notes } = await writeForecast(configOf(), facts, out, verdicts)
      const query = await readTables(t, out)
      const rows = await query(
        `SELECT confidence_score AS sure, predicted_paid_gross_roas AS roas, predicted_low_roas AS low, predicted_high_roas AS high FROM recommendations ORDER BY recommendation_id`,
      )
      return { notes: notes.join('\n'), query, rows }
    }
    const untested = await written('untested', {
      verdicts: { 30: { verdict: 'untested', wape: null, isDelivered: true } },
    })
    const passed = await written('passed', {})
    t.ok(passed.rows.some(({ sure }) => Number(sure) >= 0.6))
    for (const [at, { sure, ...forecast }] of untested.rows.entries()) {
      t.ok(Number(sure) <= 0.59)
      t.match(passed.rows[at], forecast)
    }
    t.match(
      untested.notes,
      /^D30 forecasts are not tested yet: too few outcomes are known\. Their confidence is at most 0\.59\./m,
    )
    const need = /To reach (.*) % by D30, cohorts need (.*) % to (.*) % at D14; these have (.*) %\./
    const [, target, low, high] = need.exec(untested.notes)!.map(Number)
    t.ok(low! < high! && high! < target!, `${low} to ${high}, of ${target}`)
    t.notMatch(untested.notes, /have no confidence score|Only cohorts that are old enough/)
    const [alert] = await untested.query(
      `SELECT title, summary, detail FROM alerts WHERE title LIKE 'Target DSI%'`,
    )
    t.match(alert, {
      title: 'Target DSI untested',
      summary: /^D30 forecasts are not tested yet/,
      detail: need,
    })
    t.strictSame(
      await untested.query(
        `SELECT withheld_dsis, untested_dsis FROM runs WHERE kind = 'recommendation'`,
      ),
      [{ withheld_dsis: null, untested_dsis: '30' }],
    )
    t.strictSame(
      await passed.query(`SELECT untested_dsis FROM runs WHERE kind = 'recommendation'`),
      [{ untested_dsis: null }],
    )
    t.notMatch(passed.notes, need)
  },
)

t.test('an accepted target DSI without a test is delivered without confidence', async t => {
  const out = join(t.testdir(), 'delivery')
  const { notes } = await writeForecast(configOf(), facts, out, {
    verdicts: { 30: { verdict: 'accepted', wape: null } },
  })
  t.match(
    notes.join('\n'),
    /3 campaigns .* have no confidence score, so their status is LOW: D30 forecasts are accepted without a test/,
  )
  const query = await readTables(t, out)
  const [row] = await query(
    `SELECT count(predicted_paid_gross_roas) AS predicted, count(confidence_score) AS sure, count(*) AS n FROM recommendations`,
  )
  t.equal(row!['predicted'], row!['n'])
  t.equal(Number(row!['sure']), 0)
  t.match(await query(`SELECT untested_dsis FROM runs WHERE kind = 'recommendation'`), [
    { untested_dsis: '30' },
  ])
})

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { INJECTIONS } from '../../../../scripts/simulate/faults.ts'
import { chance } from '../../../../scripts/simulate/chance.ts'
import type { Config } from '../../../../server/forecast/config/config.ts'
import { DeliveryWriter } from '../../../../server/forecast/delivery/delivery-writer.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { type LtvPoint, networkCurves, paybackOf } from '../../../../server/forecast/report/networks.ts'
import { changeText, dateText, datesText, moneyText } from '../../../../server/forecast/report/page.ts'
import type { Report } from '../../../../server/forecast/report/report-data.ts'
import { reportPage } from '../../../../server/forecast/report/report.ts'
import { watchOver } from '../../../../server/forecast/sentinel/events.ts'
import { dayOf } from '../../../../server/model/days.ts'
import { backtestOf } from '../delivery/facts.ts'
import { world } from '../sentinel/world.ts'

const asOf = world.facts.lastDay
const config: Config = {
  ...world.config,
  app: { ...world.config.app, dsi: [0, 1, 3, 7, 14, 30, 60] },
  networks: { traditional: world.facts.names.network, alias: {} },
}

async function reportOf(t: Test, facts: Facts, given: Config = config): Promise<Report> {
  const watched = watchOver(facts, given)
  const model = fit(watched.clean, asOf)
  const backtest = backtestOf(asOf, given.app.dsi)
  const writer = await DeliveryWriter.open({
    config: given,
    facts,
    watched,
    out: join(t.testdir(), 'out'),
    createdAt: new Date((asOf + 2) * 86_400_000),
  })
  writer.addRun({ asOf, revision: 0, fit: model, backtest, whole: true, earlier: fit(watched.clean, asOf - 7) })
  const { notes } = await writer.finish()
  const { recommendations, before, events } = writer.wholeRun!
  return { config: given, asOf, facts: watched.clean, raw: facts, fit: model, backtest, recommendations, before, events, notes }
}

/** Text without tags. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

t.test('the verdict comes first, statistics last, in one file without scripts', async t => {
  const { facts } = INJECTIONS["one network's cost missing"]!(world.facts, asOf - 4, chance(2))
  const page = reportPage(await reportOf(t, facts))
  t.match(page, `content="default-src 'none'; style-src 'unsafe-inline'"`)
  t.notMatch(page, /<script|<link|src=|href=|url\(|@import/)
  t.notMatch(page, /NaN|Infinity|undefined|null/)
  t.strictSame(
    [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title!.replace(/ since .*/, '')),
    [
      'What to do',
      'How much to spend',
      'Revenue per install and payback by network',
      'What changed',
      'Data problems',
      'How well forecasts did',
    ],
  )
  const text = textOf(page)
  t.match(text, /\d+ of 1[0-2] campaigns (is|are) (short of|on) target|No campaign is surely short|No forecast is certain/)
  t.match(text, /1 data problem in the last 14 days/)
  t.match(text, /Spend of Network \d+ missing/)
  t.match(text, /too uncertain to act on/)
  t.match(text, 'In 80% interval')
})

t.test('at most ten actions, the most money first, each with its interval', async t => {
  const report = await reportOf(t, world.facts, { ...config, app: { ...config.app, actionThreshold: 0.001 } })
  const page = reportPage(report)
  const items = page.split('<ol class="card actions">')[1]!.split('</ol>')[0]!.split('<li>').slice(1)
  t.ok(items.length > 2 && items.length <= 10)
  const money = items.map(item => Number(/<b class="(?:below|above)">\$([\d,.]+)\/day/.exec(item)![1]!.replaceAll(',', '')))
  t.strictSame(
    money,
    money.toSorted((a, b) => b - a),
  )
  for (const [at, item] of items.entries()) {
    const [, low, high] = /\$([\d,.]+) to \$([\d,.]+)/.exec(item)!.map(text => Number(text.replaceAll(',', '')))
    t.ok(low! <= money[at]! * 1.01 + 0.01 && money[at]! <= high! * 1.01 + 0.01, item)
    t.match(item, /Raise|Cut/)
  }
})

t.test('of a wide export, the day has the revenue of ages whose columns are a day apart', async t => {
  const told: Facts = { ...world.facts, revenue: world.facts.revenue.map(revenue => ({ ...revenue, told: [0, 1, 2, 3, 7, 30, 60] })) }
  const report = await reportOf(t, told)
  const page = reportPage(report)
  t.match(page, 'Gross revenue of the day, ages 0 to 3<')
  // Flat: the last days have as much as those before, although their ages above 3 are not known yet.
  const points = page.split('>Gross revenue of the day')[1]!.split('<polyline class="data" points="')[1]!.split('"')[0]!
  const heights = points.split(' ').map(point => Number(point.split(',')[1]))
  const mean = (some: readonly number[]): number => some.reduce((sum, value) => sum + value, 0) / some.length
  t.ok(mean(heights.slice(-7)) < mean(heights.slice(0, 7)) + 25, 'y grows downwards')
  t.notMatch(reportPage(await reportOf(t, world.facts)), 'Gross revenue of the day, ages')
})

t.test('events on one day share a mark', async t => {
  const events = ['One', 'Two', 'Three'].map((title, at) => ({ title, kind: 'other' as const, from: at < 2 ? '2024-05-01' : '2024-04-01' }))
  const page = reportPage(await reportOf(t, world.facts, { ...config, events }))
  const marks = [...page.matchAll(/text-anchor="middle" x="[\d.]+" y="[\d.]+">([A-Z]+)</g)].map(([, letters]) => letters)
  t.strictSame(marks.slice(0, 2), ['AB', 'C'])
})

t.test('names are text, whatever they look like', async t => {
  const bad = `<img src=x onerror="alert('1')">&amp;`
  const names = {
    ...world.facts.names,
    campaign: world.facts.names.campaign.map(name => bad + name),
    network: world.facts.names.network.map(name => bad + name),
  }
  const given = {
    ...config,
    app: { ...config.app, name: bad },
    networks: { traditional: names.network, alias: {} },
    events: [{ title: bad, kind: 'other' as const, from: '2024-04-01' }],
  }
  const page = reportPage(await reportOf(t, { ...world.facts, names }, given))
  t.notMatch(page, '<img')
  t.match(page, '&#60;img src=x')
})

t.test('unlisted networks, no target and no history are said in words', async t => {
  const unlisted = textOf(reportPage(await reportOf(t, world.facts, { ...config, networks: { traditional: [], alias: {} } })))
  t.match(unlisted, /Every status is LOW, because no network of these campaigns is listed/)
  t.match(unlisted, /because networks\.traditional does not list their networks/)
  const blank = textOf(reportPage(await reportOf(t, world.facts, { ...config, targets: { ...config.targets, roas: null } })))
  t.match(blank, /No target is set/)
  const alone = textOf(reportPage({ ...(await reportOf(t, world.facts)), before: undefined }))
  t.match(alone, /no earlier week to compare with/)
})

t.test('curves are actual up to a week, never fall, and lie within their band', async t => {
  const curves = networkCurves(await reportOf(t, world.facts))
  t.ok(curves.length >= 3)
  for (const { points, cpi, spend, installs } of curves) {
    t.ok(Math.abs(cpi - spend / installs) < 1e-9)
    t.strictSame(
      points.filter(({ isActual }) => isActual).map(({ dsi }) => dsi),
      [0, 1, 3, 7],
    )
    for (const [at, { ltv, low, high }] of points.entries()) {
      t.ok(low <= ltv + 1e-9 && ltv <= high + 1e-9 && (at === 0 || ltv >= points[at - 1]!.ltv))
    }
  }
  const spend = curves.map(one => one.spend)
  t.strictSame(
    spend,
    spend.toSorted((a, b) => b - a),
  )
})

t.test('payback lies on a straight line between two DSIs', t => {
  const point = (dsi: number, ltv: number): LtvPoint => ({ dsi, ltv, low: ltv / 2, high: 2 * ltv, isActual: false })
  const points = [point(0, 1), point(10, 2), point(30, 3)]
  t.equal(paybackOf(points, 1.5, 'ltv'), 5)
  t.equal(paybackOf(points, 2.5, 'ltv'), 20)
  t.equal(paybackOf(points, 0.5, 'ltv'), 0)
  t.equal(paybackOf(points, 3.5, 'ltv'), null)
  t.equal(paybackOf(points, 3, 'high'), 5)
  t.equal(paybackOf(points, 2, 'low'), null)
  t.end()
})

t.test('money and dates as people write them', t => {
  t.strictSame(
    [moneyText(2381.4, 'USD'), moneyText(4.666, 'USD'), moneyText(1150, 'EUR'), moneyText(0, 'USD'), moneyText(-12, 'USD')],
    ['$2,381', '$4.67', '€1,150', '$0', '−$12'],
  )
  t.strictSame([changeText(96.6, 100), changeText(110, 100), changeText(100, 100)], ['−3.4%', '+10.0%', '0.0%'])
  const now = dayOf('2026-11-22')
  t.strictSame(
    [
      dateText(now, now),
      dateText(dayOf('2025-11-22'), now),
      datesText(dayOf('2026-11-16'), now, now),
      datesText(dayOf('2026-10-30'), now, now),
      datesText(now, now, now),
    ],
    ['Nov 22', 'Nov 22, 2025', 'Nov 16–22', 'Oct 30 – Nov 22', 'Nov 22'],
  )
  t.end()
})

t.test('suggested spend is listed with its evidence, and says what it assumes', async t => {
  const report = await reportOf(t, world.facts)
  const campaigns = report.recommendations.filter(({ granularity }) => granularity === 'campaign')
  t.ok(campaigns.some(({ response }) => response !== null))
  const [one, ...others] = campaigns.map(row => ({ ...row, response: { elasticity: 0.6, low: 0.2, high: 0.9 }, suggested: row.dailySpend }))
  const moved = {
    ...one!,
    response: { elasticity: 0.6, low: 0.55, high: 0.65 },
    marginal: 1.5 * one!.target,
    suggested: 1.1 * one!.dailySpend,
  }
  const html = reportPage({ ...report, recommendations: [moved, ...others] })
  t.match(html, 'How much to spend')
  t.match(html, `<td>150%</td><td>0.60 (0.55–0.65)</td>`)
  t.match(html, `${others.length} campaigns moved too little to tell`)
  t.match(html, 'A test that pauses or doubles spend in some countries')
  t.match(reportPage({ ...report, recommendations: others }), 'No campaign has the evidence')
  t.notMatch(reportPage({ ...report, recommendations: campaigns.map(row => ({ ...row, response: null })) }), 'How much to spend')
})

t.test('actions ask for no other move than suggestions do', async t => {
  const report = await reportOf(t, world.facts)
  const row = report.recommendations.find(
    ({ granularity, prediction, interval }) => granularity === 'campaign' && prediction !== null && interval !== null,
  )!
  const base = {
    ...row,
    target: 1,
    prediction: 1.3,
    interval: { low: 1.2, high: 1.4 },
    confidence: 0.95,
    action: 'SCALE' as const,
    dailySpend: 1000,
    live: null,
    paced: null,
    response: { elasticity: 0.6, low: 0.55, high: 0.65 },
    marginal: 0.78,
    suggested: 850,
  }
  const page = (change: Partial<typeof row>) => textOf(reportPage({ ...report, recommendations: [{ ...base, ...change }] }))
  t.match(page({}), 'Cut the daily budget by $150 (15%): it pays back, but one more unit of spend returns 78% of target')
  t.match(page({ live: 0.4, paced: 0.35 }), 'Cut the daily budget by $150', 'a bid would buy more')
  t.match(page({}), "says whether a campaign's spend pays back on average")
  t.match(page({ suggested: 1200 }), 'Raise the daily budget by $200 (20%)')
  t.match(page({ suggested: 1000, marginal: 1.01 }), 'Keep the daily budget for now: one more unit of spend returns 101% of target')
  t.match(page({ response: { elasticity: 0.6, low: 0.2, high: 0.9 } }), 'Raise the daily budget by $150 (15%)', 'without evidence')
  t.match(page({ response: null, suggested: null }), 'Raise the daily budget by $150 (15%)')
  t.match(
    page({ action: 'REDUCE', prediction: 0.7, interval: { low: 0.6, high: 0.8 }, suggested: 800 }),
    'Cut the daily budget by $200 (20%)',
  )
})

t.test('names neither become HTML nor turn the direction of text', async t => {
  const odd = '\u202e<img src=x>\u2066\u200f'
  const names = {
    ...world.facts.names,
    network: world.facts.names.network.map(name => odd + name),
    campaign: world.facts.names.campaign.map(name => odd + name),
  }
  const page = reportPage(await reportOf(t, { ...world.facts, names }, { ...config, app: { ...config.app, name: `${odd}Merge` } }))
  t.match(page, '\\u{202e}&#60;img src=x&#62;\\u{2066}\\u{200f}Merge')
  t.notMatch(page, /\p{Bidi_Control}|<img/u)
})

import type { Action } from '../../generated/vocabulary/vocabulary.ts'
import { type App, apps } from '../../server/demo/apps.ts'
import { revenueBy } from '../../server/demo/payers.ts'
import { createWorld, type World } from '../../server/demo/world.ts'
import { decide, type Decision, groupBy, HALVES, judge, type Judged, quantile, share, STATUSES, trackRecordHolds } from './demo-outcomes.ts'
import { measurement, type Measurement } from './support/measurement.ts'

const TODAY = '2026-11-22'

/** Apps of other seeds, prices and payers: what holds for the demo alone is luck. */
const madeUp: App[] = [
  { ...apps[0]!, id: 201 },
  { ...apps[0]!, id: 202, payerRate: 0.025, cpi: 2 },
  { ...apps[1]!, id: 203 },
  { ...apps[2]!, id: 204 },
  { ...apps[0]!, id: 205, targetDsi: 7, targetRoas: 0.3, payerRate: 0.08 },
]

/** How far the demo's recommendations can be trusted, and whether its money is as noisy as theory has it. */
export function demoTrust(): Promise<Measurement[]> {
  const worlds = { demo: createWorld(TODAY), 'five made-up apps': createWorld(TODAY, madeUp) }
  return Promise.resolve(
    Object.entries(worlds).flatMap(([name, world]) => figures(world).map(row => ({ ...row, what: `${name}: ${row.what}` }))),
  )
}

function figures(world: World): Measurement[] {
  const made = decide(world)
  const judged = judge(made)
  return [...decisions(made, judged), ...certainty(judged), ...dispersion(world)]
}

/** Against what a campaign's own revenue alone would have decided. */
function decisions(made: readonly Decision[], judged: readonly Judged[]): Measurement[] {
  const right = compared(
    'right, of spend',
    share(judged, of => of.right),
    share(judged, of => of.plainRight),
    'no less',
  )
  const flipped = [1, 7].map(days => {
    const { served, plain } = flips(made, days)
    return compared(`actions that flip within ${days === 1 ? 'a day' : 'a week'}, of campaigns`, served, plain, 'fewer')
  })
  const hindsight = figure('the same in hindsight, of outcomes', flips(judged, 7).wanted)
  const statuses = STATUSES.flatMap(status => {
    const rows = judged.filter(of => of.status === status)
    return [
      figure(
        `spend that is ${status}`,
        share(judged, of => of.status === status),
      ),
      figure(
        `right, ${status}, of spend`,
        share(rows, of => of.right),
        status === 'HIGH' ? 'at least 80' : 'less than the status above',
      ),
    ]
  })
  const actions = (['SCALE', 'HOLD', 'REDUCE'] as const).map(action =>
    figure(
      `right, ${action}, of spend`,
      share(
        judged.filter(({ row }) => row.action === action),
        of => of.right,
      ),
    ),
  )
  return [right, ...flipped, hindsight, ...statuses, ...actions]
}

/** By platform and half by size: what the 80 % intervals hold, and what the track record's p90 held of the month after. */
function certainty(judged: readonly Judged[]): Measurement[] {
  return ['IOS', 'ANDROID', 'WEB'].flatMap(platform => {
    const errors = [0.5, 0.9].map(part =>
      figure(
        `${100 * part} % of spend errs at most by, ${platform}`,
        quantile(
          judged.filter(of => of.platform === platform),
          part,
        ),
      ),
    )
    const halves = HALVES.flatMap(half => {
      const own = judged.filter(of => of.platform === platform && of.half === half && of.row.low !== null)
      if (own.length === 0) return []
      const name = `${platform}, ${half} (${own.length} decisions)`
      return [
        figure(
          `80 % interval holds, of spend, ${name}`,
          share(own, ({ actual, row }) => actual >= row.low! && actual <= row.high!),
          '75 to 85',
        ),
        figure(
          `p90 holds of the next month, of spend, ${name}`,
          trackRecordHolds(judged, of => of.platform === platform && of.half === half),
          '85 to 95',
        ),
      ]
    })
    return [...errors, ...halves].filter(({ value }) => !Number.isNaN(value))
  })
}

function figure(what: string, part: number, goal = ''): Measurement {
  return { what, value: 100 * part, baseline: NaN, unit: '%', ratio: NaN, goal }
}

function compared(what: string, served: number, plain: number, goal: string): Measurement {
  return measurement(what, 100 * served, 100 * plain, '%', goal)
}

/** Share of campaigns whose action differs from the run `days` days before. */
function flips(made: ReadonlyArray<Decision & { wanted?: Action }>, days: number): { served: number; plain: number; wanted: number } {
  const before = new Map(made.map(of => [`${of.row.campaign.key} ${of.run.day}`, of]))
  const pairs = made.flatMap(of => {
    const earlier = before.get(`${of.row.campaign.key} ${of.run.day - days}`)
    return earlier === undefined
      ? []
      : [{ served: earlier.row.action !== of.row.action, plain: earlier.plain !== of.plain, wanted: earlier.wanted !== of.wanted }]
  })
  return {
    served: pairs.filter(({ served }) => served).length / pairs.length,
    plain: pairs.filter(({ plain }) => plain).length / pairs.length,
    wanted: pairs.filter(({ wanted }) => wanted).length / pairs.length,
  }
}

/** CV of daily LTV around its mean of 28 days, over segments with enough installs, against a binomial number of payers times a log-normal. */
function dispersion({ cohorts }: World): Measurement[] {
  return [7, 30].map(dsi => {
    let [found, theory, count] = [0, 0, 0]
    for (const [{ payerRate, campaign }, own] of groupBy(cohorts, cohort => cohort.segment)) {
      const days = own.filter(({ paidInstalls }) => paidInstalls >= 20)
      for (let from = 0; from + 28 <= days.length; from += 28) {
        const month = days.slice(from, from + 28).map(({ paid, paidInstalls }) => ({
          installs: paidInstalls,
          ltv: revenueBy(paid, dsi) / paidInstalls,
        }))
        const mean = month.reduce((sum, { ltv }) => sum + ltv, 0) / month.length
        if (mean === 0) continue
        for (const { installs, ltv } of month) {
          found += (ltv / mean - 1) ** 2 * (28 / 27)
          theory += (Math.exp(campaign.app.payerSpread ** 2) / payerRate - 1) / installs
          count += 1
        }
      }
    }
    const goal = 'about 1'
    return measurement(
      `CV of daily D${dsi} LTV / a binomial times a log-normal`,
      100 * Math.sqrt(found / count),
      100 * Math.sqrt(theory / count),
      '%',
      goal,
    )
  })
}

import t from 'tap'
import { decide, HALVES, judge, share, trackRecordHolds } from './outcomes.ts'
import { revenueBy } from '../../../server/demo/payers.ts'
import { createWorld } from '../../../server/demo/world.ts'

for (const today of ['2026-11-22', '2026-03-03']) {
  const world = createWorld(today)
  const decisions = decide(world)
  const judged = judge(decisions)

  t.test(`${today}: what is surer is right more often`, async t => {
    const right = (status: string) =>
      share(
        judged.filter(of => of.status === status),
        of => of.right,
      )
    const spend = (status: string) => share(judged, of => of.status === status)
    t.ok(right('HIGH') >= 0.8, `HIGH: ${right('HIGH')}`)
    t.ok(right('HIGH') > right('MEDIUM') && right('MEDIUM') > right('LOW'), `MEDIUM: ${right('MEDIUM')}, LOW: ${right('LOW')}`)
    for (const status of ['HIGH', 'MEDIUM', 'LOW']) t.ok(spend(status) > 0.1, `${status}: ${spend(status)} of the spend`)
    t.ok(share(judged, of => of.right) > 0.72, 'right in all')
  })

  t.test(`${today}: 80 % intervals hold about that, per platform and size`, async t => {
    for (const platform of ['IOS', 'ANDROID', 'WEB']) {
      for (const half of HALVES) {
        const own = judged.filter(of => of.platform === platform && of.half === half && of.row.low !== null)
        const held = share(own, ({ actual, row }) => actual >= row.low! && actual <= row.high!)
        t.ok(held > 0.72 && held < 0.88, `${platform}, ${half}: ${held} of ${own.length}`)
      }
      const held = trackRecordHolds(judged, of => of.platform === platform)
      t.ok(held > 0.82 && held < 0.97, `p90 of the track record, ${platform}: ${held}`)
    }
    for (const { row } of decisions) {
      if (row.low !== null && !(row.low <= row.high! && row.low > 0)) t.fail(`${row.low} to ${row.high}`)
    }
  })

  t.test(`${today}: actions do not flip more than outcomes do`, async t => {
    const flips = (of: 'action' | 'wanted') => {
      const before = new Map(judged.map(one => [`${one.row.campaign.key} ${one.run.day}`, one]))
      const pairs = judged.flatMap(one => {
        const earlier = before.get(`${one.row.campaign.key} ${one.run.day - 7}`)
        if (earlier === undefined) return []
        return [of === 'action' ? earlier.row.action !== one.row.action : earlier.wanted !== one.wanted]
      })
      return pairs.filter(Boolean).length / pairs.length
    }
    t.ok(flips('action') < flips('wanted') + 0.02, `${flips('action')} of actions, ${flips('wanted')} of outcomes`)
  })

  t.test(`${today}: forecasts err as real ones do`, async t => {
    const errors = judged.map(({ error }) => error).sort((one, other) => one - other)
    const median = errors[Math.floor(errors.length / 2)]!
    t.ok(median > 0.02 && median < 0.12, `median: ${median}`)
    const multiples = world.cohorts
      .filter(({ segment, day, paidInstalls, paid }) => {
        const { app } = segment.campaign
        return app.id === 101 && paidInstalls > 70 && paidInstalls < 100 && paid.amounts.length > 30 && revenueBy(paid, 7) > 0 && day > 0
      })
      .map(({ paid }) => Math.log(revenueBy(paid, 30) / revenueBy(paid, 7)))
    const mean = multiples.reduce((sum, value) => sum + value, 0) / multiples.length
    const spread = Math.sqrt(multiples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / multiples.length)
    t.ok(spread > 0.15, `D30 / D7 of ${multiples.length} single-day cohorts of 85 installs varies by ${spread}`)
  })
}

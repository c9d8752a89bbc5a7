import t from 'tap'
import { apps } from '../../../server/demo/apps.ts'
import { expectedBy } from '../../../server/demo/pipeline.ts'
import type { Recommendation } from '../../../server/demo/recommendations.ts'
import { runDaysOf } from '../../../server/demo/runs.ts'
import { simulate } from '../../../server/demo/simulate.ts'
import { dayOf } from '../../../server/model/days.ts'

const today = dayOf('2026-11-22')

/** Everything that is delivered, without the objects that it is about. */
function delivered({ campaign, ...row }: Recommendation): object {
  return { ...row, campaign: campaign.key }
}

for (const app of apps.filter(({ id }) => id >= 103)) {
  t.test(`app ${app.id}: the future changes nothing in a past run`, async t => {
    const days = runDaysOf(app, today)
    const whole = simulate(app, today, 1, new Set(days))
    const until = days[Math.floor(days.length / 3)]!
    const past = simulate(app, today, 1, new Set(days), until)
    const known = days.filter(day => day <= until)
    t.ok(known.length > 5)
    for (const day of known) {
      t.strictSame(past.recommendations.get(day)!.map(delivered), whole.recommendations.get(day)!.map(delivered), `day ${day - today}`)
    }
    const [one, other] = [past.knowledge.get(until)!, whole.knowledge.get(until)!]
    past.cohorts.forEach((cohort, index) => {
      const same = whole.cohorts[index]!
      if (cohort.day !== same.day || cohort.spend !== same.spend || cohort.paidInstalls !== same.paidInstalls) t.fail('other cohorts')
      for (const dsi of app.dsiValues) t.strictSame(expectedBy(one, cohort, dsi), expectedBy(other, same, dsi))
    })
  })
}

t.test('what is expected of a cohort never falls with the DSI, and is the actual once it is old enough', async t => {
  const app = apps[3]!
  const { knowledge, cohorts } = simulate(app, today, 1, new Set(runDaysOf(app, today)))
  for (const known of knowledge.values()) {
    for (const cohort of cohorts.filter(({ day }) => day <= known.day)) {
      const expected = app.dsiValues.map(dsi => expectedBy(known, cohort, dsi))
      expected.forEach(({ paid, incremental, other }, index) => {
        for (const { soFar, future } of [paid, incremental, other]) {
          if (!(soFar >= 0 && future >= 0)) t.fail(`${soFar} and ${future}`)
          if (known.day - cohort.day >= app.dsiValues[index]! && future > 0) t.fail('an actual is expected')
        }
        const before = expected[index - 1]?.paid
        if (before && paid.soFar + paid.future < before.soFar + before.future - 1e-9) t.fail('falls')
      })
    }
  }
  t.pass(`${knowledge.size} runs`)
})

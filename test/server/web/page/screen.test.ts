import t from 'tap'
import { METRICS } from '../../../../generated/vocabulary/vocabulary.ts'
import {
  ALERTS,
  appScreen,
  COMPARISONS,
  type Comparison,
  DIRECTIONS,
  GROUPINGS,
  readScreen,
  type Screen,
  ALERT_STATES,
  TODAY,
  writeScreen,
} from '../../../../server/web/page/screen.ts'
import fc from '../../../support/fast-check.ts'

function at(query: string): Screen {
  return readScreen(new URL(query, 'https://example.com/base/'))
}

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const range = fc.tuple(day, day).map(([a, b]) => (a < b ? [a, b] : [b, a]))
// Any Unicode, as names in data are: commas, quotes, ampersands, plus signs.
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const names = fc.uniqueArray(name, { maxLength: 4 })

function orNull<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(value, { nil: null })
}

const screens: fc.Arbitrary<Screen> = fc.oneof(
  fc.constant<Screen>(TODAY),
  fc.record({
    at: fc.constant('alerts' as const),
    show: fc.constantFrom(...ALERT_STATES),
    app: orNull(fc.integer({ min: 1, max: 1e6 })),
    network: orNull(name),
    direction: orNull(fc.constantFrom(...DIRECTIONS)),
    line: orNull(
      fc.oneof(
        fc.constant('none' as const),
        fc.record({
          appId: fc.integer({ min: 1, max: 1e6 }),
          platform: name,
          network: name,
          campaign: name,
        }),
      ),
    ),
  }),
  fc
    .record({
      appId: orNull(fc.integer({ min: 1, max: 1e6 })),
      range: orNull(range),
      compare: fc.oneof(
        fc.constantFrom<Comparison[]>(...COMPARISONS),
        range.map(([from, to]): Comparison => `${from}..${to}`),
      ),
      groupBy: fc.constantFrom(...GROUPINGS),
      metric: fc.constantFrom(...METRICS),
      filters: fc.record({ platforms: names, networks: names, countries: names, campaigns: names }),
      sort: orNull(fc.constantFrom('spend', '-spend', 'roas_paid_gross_d30')),
      panel: orNull(name),
      open: orNull(
        fc.record({ platform: name, network: name, campaign: name, country: orNull(name) }),
      ),
    })
    .map(({ appId, range, ...rest }) =>
      appScreen(appId, { ...rest, from: range?.[0] ?? null, to: range?.[1] ?? null }),
    ),
)

t.test('an address describes a screen completely', async t => {
  fc.assert(fc.property(screens, screen => void t.same(at(writeScreen(screen)), screen)))
})

t.test('an address is readable and omits defaults', async t => {
  t.equal(writeScreen(TODAY), '')
  t.equal(writeScreen(ALERTS), '?view=alerts')
  t.equal(writeScreen(appScreen(101)), '?app=101')
  t.equal(
    writeScreen(appScreen(101, { groupBy: 'campaign', panel: 'AppLovin' })),
    '?app=101&by=campaign&panel=AppLovin',
  )
})

t.test('any address shows a screen', async t => {
  t.same(at('?nonsense=1&view=unknown'), TODAY)
  t.same(at('?app=x'), appScreen(null))
  t.same(
    at(
      '?app=1&from=2026-02-30&to=2026-03-01&against=yesterday&by=planet&metric=luck&sort=1;drop&open=',
    ),
    appScreen(1),
    'each invalid part takes its default',
  )
  t.same(
    at('?app=1&from=2026-03-02&to=2026-03-01'),
    appScreen(1),
    'a range that ends before it begins',
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
      const screen = at(`?${text.replaceAll('#', '')}`)
      t.same(at(writeScreen(screen)), screen)
    }),
  )
})

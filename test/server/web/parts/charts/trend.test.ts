import t from 'tap'
import {
  linePaths,
  trendScale,
  type TrendPoint,
} from '../../../../../server/web/parts/charts/trend-shape.ts'
import { describePoint, describeTrend } from '../../../../../server/web/parts/charts/trend-words.ts'

function write(value: number): string {
  return `${(value * 100).toFixed(1)}%`
}

function point(label: string, value: number | null, actualShare: number): TrendPoint {
  return { label, value, actualShare }
}

const points = [
  point('Oct 5', 0.6, 1),
  point('Oct 12', 0.62, 1),
  point('Oct 19', 0.61, 0.4),
  point('Oct 26', null, 0),
  point('Nov 2', 0.5, 0),
]

const placed = points.map((point, at) => ({ ...point, at }))

t.test(
  'lines are solid between actual points, dashed otherwise, with gaps where unknown',
  async t => {
    const { solid, dashed, band } = linePaths(
      placed,
      at => at * 10,
      value => value * 100,
    )
    t.equal(solid, 'M0,60L10,62')
    t.equal(dashed, 'M10,62L20,61')
    t.equal(band, '')
  },
)

t.test('a band is drawn only with an interval', async t => {
  const banded = placed.map((point, index) =>
    index < 2 ? { ...point, low: 0.5, high: 0.7 } : point,
  )
  t.equal(
    linePaths(
      banded,
      at => at * 10,
      value => value * 100,
    ).band,
    'M0,70L10,70L10,50L0,50Z',
  )
})

t.test('a trend and its points are described in words', async t => {
  t.equal(
    describeTrend({ label: 'AppLovin, D30 ROAS', points, write, target: 0.63 }),
    'AppLovin, D30 ROAS: Oct 5 60.0% to Nov 2 50.0%, actual through Oct 12; target 63.0%',
  )
  t.equal(describeTrend({ label: 'X', points: [], write }), 'X: nothing known')
  t.equal(
    describePoint({ ...points[2]!, first: 0.7, note: '3 of 7 days' }, write),
    'Oct 19 (3 of 7 days): 61.0%, 40% actual, first estimate 70.0%',
  )
  t.equal(describePoint(points[3]!, write), 'Oct 26: not known')
})

t.test('a scale ends on round ticks around its values', async t => {
  t.same(trendScale([0.33, 0.95]), { domain: [0.2, 1], ticks: [0.2, 0.4, 0.6, 0.8, 1] })
  t.same(trendScale([0, 111_698_335]), {
    domain: [0, 150_000_000],
    ticks: [0, 50_000_000, 100_000_000, 150_000_000],
  })
  t.same(trendScale([2, 2]).domain, [1, 3])
  t.same(trendScale([0.3, 0.9], 6).ticks, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
  t.same(trendScale([-350, 1200]).ticks, [-500, 0, 500, 1000, 1500])
})

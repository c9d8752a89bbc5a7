import t from 'tap'
import { drift, normal, streams, uniform } from '../../../../scripts/lab/world/chance.ts'
import type { Stream } from '../../../../scripts/lab/world/chance.ts'

const draws = 12_000

/** Numbers of campaigns and days, as the demo draws them. */
function series(draw: (campaign: string, day: number) => number): number[] {
  return Array.from({ length: draws }, (_, index) =>
    draw(`101/IOS/Meta Ads/FB_${index % 60}`, 20_000 + Math.floor(index / 60)),
  )
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (list: readonly number[]) =>
    list.reduce((sum, value) => sum + value, 0) / list.length
  const [a, b] = [mean(one), mean(other)]
  const product = (x: readonly number[], y: readonly number[], p: number, q: number) =>
    x.reduce((sum, value, index) => sum + (value - p) * (y[index]! - q), 0)
  return (
    product(one, other, a, b) / Math.sqrt(product(one, one, a, a) * product(other, other, b, b))
  )
}

function strongest(named: ReadonlyArray<readonly [string, number[]]>): { pair: string; r: number } {
  const pairs = named.flatMap(([name, one], index) =>
    named.slice(index + 1).map(([otherName, other]) => ({
      pair: `${name} and ${otherName}`,
      r: Math.abs(correlation(one, other)),
    })),
  )
  return pairs.reduce((worst, pair) => (pair.r > worst.r ? pair : worst))
}

t.test('streams are independent of each other', async t => {
  for (const [kind, draw] of Object.entries({ uniform, normal })) {
    const { pair, r } = strongest(
      streams.map(stream => [stream, series((...key) => draw(stream, ...key))] as const),
    )
    t.ok(r < 0.05, `${kind}: ${pair} correlate by ${r}`)
  }
})

t.test('neighbors and kinds of draw within a stream are independent', async t => {
  const stream: Stream = 'market'
  const { pair, r } = strongest([
    ['a day', series((campaign, day) => normal(stream, campaign, day))],
    ['the next', series((campaign, day) => normal(stream, campaign, day + 1))],
    ['the next campaign', series((campaign, day) => normal(stream, `${campaign}1`, day))],
    ['another topic', series((campaign, day) => normal(stream, campaign, 'US', day))],
    ['uniform', series((campaign, day) => uniform(stream, campaign, day))],
    ['drift', series((campaign, day) => drift(stream, day * 40, 10, campaign))],
  ])
  t.ok(r < 0.05, `${pair} correlate by ${r}`)
})

t.test('numbers have their stated distributions', async t => {
  const moments = (list: readonly number[]) => {
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length
    return {
      mean,
      deviation: Math.sqrt(list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / list.length),
    }
  }
  for (const stream of streams) {
    const even = moments(series((...key) => uniform(stream, ...key)))
    t.ok(
      Math.abs(even.mean - 0.5) < 0.02 && Math.abs(even.deviation - Math.sqrt(1 / 12)) < 0.01,
      `${stream}: ${JSON.stringify(even)}`,
    )
    const bell = moments(series((...key) => normal(stream, ...key)))
    t.ok(
      Math.abs(bell.mean) < 0.05 && Math.abs(bell.deviation - 1) < 0.04,
      `${stream}: ${JSON.stringify(bell)}`,
    )
  }
  const drifting = moments(series((campaign, day) => drift('market', day * 40, 10, campaign)))
  t.ok(
    Math.abs(drifting.mean) < 0.05 && Math.abs(drifting.deviation - 1) < 0.05,
    JSON.stringify(drifting),
  )
})

t.test('drifting values are similar the next day and forgotten later', async t => {
  const day0 = series((campaign, day) => drift('market', day * 60, 20, campaign))
  const after = (days: number) =>
    correlation(
      day0,
      series((campaign, day) => drift('market', day * 60 + days, 20, campaign)),
    )
  t.ok(after(1) > 0.95, `${after(1)} after a day`)
  t.ok(after(7) > 0.4 && after(7) < 0.9, `${after(7)} after a week`)
  t.ok(Math.abs(after(50)) < 0.05, `${after(50)} later`)
})

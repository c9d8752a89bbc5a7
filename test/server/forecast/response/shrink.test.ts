import t from 'tap'
import { GRID, shrinkResponses, summarize } from '../../../../server/forecast/response/shrink.ts'
import { MAX_WIDTH } from '../../../../server/forecast/response/suggestion.ts'

function flat(): Float64Array {
  return new Float64Array(GRID.length).fill(1)
}

function around(b: number, sd: number): Float64Array {
  return GRID.map(x => Math.exp(-(((x - b) / sd) ** 2) / 2))
}

t.test('without evidence the interval is much wider than plans accept', async t => {
  const [one] = shrinkResponses([flat()], [0]).map(summarize)
  t.ok(one!.high - one!.low > 1.3 * MAX_WIDTH, `${one!.low} to ${one!.high}`)
  t.ok(one!.low <= one!.mean && one!.mean <= one!.high && one!.low >= 0 && one!.high <= 1)
})

t.test('a campaign without moves follows its network, less certainly than those that moved', async t => {
  const some = Array.from({ length: 6 }, () => around(0.6, 0.05))
  const found = shrinkResponses([...some, flat(), flat()], [0, 0, 0, 0, 0, 0, 0, 1]).map(summarize)
  const [moved, still, elsewhere] = [found[0]!, found[6]!, found[7]!]
  t.ok(Math.abs(moved.mean - 0.6) < 0.02)
  t.ok(Math.abs(still.mean - 0.6) < 0.04)
  const widths = [moved, still, elsewhere].map(({ low, high }) => high - low)
  t.ok(widths[1]! > widths[0]! && widths[2]! > widths[1]!, `${widths}`)
})

t.test('where campaigns of a network hardly differ, one without moves is known nearly as well', async t => {
  const alike = Array.from({ length: 12 }, (_, c) => around(0.58 + 0.04 * (c % 2), 0.02))
  const { low, high } = summarize(shrinkResponses([...alike, flat()], new Array<number>(13).fill(0))[12]!)
  t.ok(high - low < 0.14, `${low} to ${high}`)
})

t.test('much evidence of its own outweighs the network', async t => {
  const found = shrinkResponses([around(0.9, 0.01), ...Array.from({ length: 6 }, () => around(0.6, 0.03))], new Array<number>(7).fill(0))
  t.ok(Math.abs(summarize(found[0]!).mean - 0.9) < 0.02)
})

t.test('80 % of a distribution is within its interval', async t => {
  const weights = around(0.5, 0.1)
  const total = weights.reduce((sum, one) => sum + one, 0)
  const { mean, low, high } = summarize(weights.map(one => one / total))
  t.ok(Math.abs(mean - 0.5) < 1e-6)
  t.ok(Math.abs(high - 0.5 - 0.12816) < 0.002 && Math.abs(0.5 - low - 0.12816) < 0.002)
})

t.test('networks that differ widely are not drawn together, and responses above 1 are read as 1', async t => {
  const found = shrinkResponses(
    [0.25, 0.25, 0.9, 0.9, 1.3, 1.3].map(b => around(b, 0.05)),
    [0, 0, 1, 1, 2, 2],
  ).map(summarize)
  ;[0.25, 0.9, 1].forEach((b, network) => t.ok(Math.abs(found[2 * network]!.mean - b) < 0.04, `${found[2 * network]!.mean}`))
  t.strictSame(found[4], { mean: 1, low: 1, high: 1 })
})

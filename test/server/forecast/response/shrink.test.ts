import t from 'tap'
import {
  type Evidence,
  GRID,
  shrinkResponses,
  summarize,
} from '../../../../server/forecast/response/shrink.ts'
import { MAX_RESPONSE_WIDTH } from '../../../../server/core/formulas/response-curve.ts'

function flat(): Float64Array {
  return new Float64Array(GRID.length).fill(1)
}

function only(likelihood: Float64Array): Evidence[] {
  return [{ likelihood, log: 0 }]
}

function around(b: number, sd: number): Float64Array {
  return GRID.map(x => Math.exp(-(((x - b) / sd) ** 2) / 2))
}

t.test('without evidence the interval is much wider than plans accept', async t => {
  const [one] = shrinkResponses([only(flat())], [0]).map(summarize)
  t.ok(one!.high - one!.low > 1.3 * MAX_RESPONSE_WIDTH, `${one!.low} to ${one!.high}`)
  t.ok(one!.low <= one!.mean && one!.mean <= one!.high && one!.low >= 0 && one!.high <= 1)
})

t.test(
  'a campaign without moves follows its network, less certainly than those that moved',
  async t => {
    const some = Array.from({ length: 6 }, () => around(0.6, 0.05))
    const shrunk = shrinkResponses(
      [...some, flat(), flat()].map(only),
      [0, 0, 0, 0, 0, 0, 0, 1],
    ).map(summarize)
    const [moved, still, elsewhere] = [shrunk[0]!, shrunk[6]!, shrunk[7]!]
    t.ok(Math.abs(moved.mean - 0.6) < 0.02)
    t.ok(Math.abs(still.mean - 0.6) < 0.04)
    const widths = [moved, still, elsewhere].map(({ low, high }) => high - low)
    t.ok(widths[1]! > widths[0]! && widths[2]! > widths[1]!, `${widths}`)
  },
)

t.test(
  'a campaign without moves is nearly as certain if campaigns of its network hardly differ',
  async t => {
    const alike = Array.from({ length: 12 }, (_, c) => around(0.58 + 0.04 * (c % 2), 0.02))
    const { low, high } = summarize(
      shrinkResponses([...alike, flat()].map(only), new Array<number>(13).fill(0))[12]!,
    )
    t.ok(high - low < 0.14, `${low} to ${high}`)
  },
)

t.test('much own evidence outweighs the network', async t => {
  const shrunk = shrinkResponses(
    [around(0.9, 0.01), ...Array.from({ length: 6 }, () => around(0.6, 0.03))].map(only),
    new Array<number>(7).fill(0),
  )
  t.ok(Math.abs(summarize(shrunk[0]!).mean - 0.9) < 0.02)
})

t.test('the interval contains 80 % of the distribution', async t => {
  const weights = around(0.5, 0.1)
  const total = weights.reduce((sum, one) => sum + one, 0)
  const { mean, low, high } = summarize(weights.map(one => one / total))
  t.ok(Math.abs(mean - 0.5) < 1e-6)
  t.ok(Math.abs(high - 0.5 - 0.12816) < 0.002 && Math.abs(0.5 - low - 0.12816) < 0.002)
})

t.test('widely differing networks are not pooled, and responses above 1 are read as 1', async t => {
  const shrunk = shrinkResponses(
    [0.25, 0.25, 0.9, 0.9, 1.3, 1.3].map(b => only(around(b, 0.05))),
    [0, 0, 1, 1, 2, 2],
  ).map(summarize)
  ;[0.25, 0.9, 1].forEach((b, network) =>
    t.ok(Math.abs(shrunk[2 * network]!.mean - b) < 0.04, `${shrunk[2 * network]!.mean}`),
  )
  const { mean, low, high } = shrunk[4]!
  t.strictSame({ mean, high }, { mean: 1, high: 1 })
  t.ok(low > 0.9 && low < 1, 'the interval has a width')
})

t.test(
  'carry-over belongs to the network, so that its error does not average out over campaigns',
  async t => {
    const either = [around(0.5, 0.05), around(0.8, 0.05)].map(likelihood => ({
      likelihood,
      log: 0,
    }))
    const shrunk = shrinkResponses(
      new Array<Evidence[]>(10).fill(either),
      new Array<number>(10).fill(0),
      [0.5, 0.5],
    ).map(summarize)
    t.ok(shrunk[0]!.low < 0.55 && shrunk[0]!.high > 0.75, `${shrunk[0]!.low} to ${shrunk[0]!.high}`)
    const [first, second] = either as [Evidence, Evidence]
    const tell = [first, { ...second, log: -1 }]
    const likelier = shrinkResponses(
      new Array<Evidence[]>(10).fill(tell),
      new Array<number>(10).fill(0),
      [0.5, 0.5],
    ).map(summarize)
    t.ok(
      Math.abs(likelier[0]!.mean - 0.5) < 0.02,
      'ten campaigns that say a little each say enough together',
    )
    const open = shrinkResponses(
      new Array<(Evidence | null)[]>(10).fill([null, second]),
      new Array<number>(10).fill(0),
      [0.5, 0.5],
    )
    t.ok(
      Math.abs(summarize(open[0]!).mean - 0.8) < 0.02,
      'what is out of the question does not count',
    )
  },
)

t.test("much evidence from many campaigns leaves the app's shared error", async t => {
  const all = Array.from({ length: 30 }, () => only(around(0.7, 0.01)))
  const { low, high } = summarize(shrinkResponses(all, new Array<number>(30).fill(0))[0]!)
  t.ok(high - low > 0.06 && high - low < 0.08, `${low} to ${high}`)
})

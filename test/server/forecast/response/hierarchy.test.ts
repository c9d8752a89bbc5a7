import t from 'tap'
import { MAX_RESPONSE_WIDTH } from '../../../../server/core/formulas/response-curve.ts'
import { sum } from '../../../../server/core/formulas/sums.ts'
import { Density, type Summary } from '../../../../server/forecast/response/density.ts'
import { posteriorResponses } from '../../../../server/forecast/response/hierarchy.ts'

const flat = Density.of(() => 0)

/** Summaries of the campaigns of networks without carryover, one after the other. */
function shrunk(...networks: readonly Density[][]): Summary[] {
  const evidence = networks.map(likelihoods => ({
    followsDemand: false,
    carryovers: [{ logPrior: 0, likelihoods }],
  }))
  return posteriorResponses(evidence).flatMap(campaigns => campaigns.map(one => one.summary()))
}

function times(count: number, likelihood: Density): Density[] {
  return Array.from({ length: count }, () => likelihood)
}

t.test('without evidence the interval is much wider than plans accept', async t => {
  const [one] = shrunk([flat])
  t.ok(one!.high - one!.low > 1.3 * MAX_RESPONSE_WIDTH, `${one!.low} to ${one!.high}`)
  t.ok(one!.low <= one!.mean && one!.mean <= one!.high && one!.low >= 0 && one!.high <= 1)
})

t.test(
  'a campaign without moves follows its network, less certainly than those that moved',
  async t => {
    const all = shrunk([...times(6, Density.normal(0.6, 0.05)), flat], [flat])
    const [moved, still, elsewhere] = [all[0]!, all[6]!, all[7]!]
    t.ok(Math.abs(moved.mean - 0.6) < 0.02)
    t.ok(Math.abs(still.mean - 0.6) < 0.04)
    const widths = [moved, still, elsewhere].map(({ low, high }) => high - low)
    t.ok(widths[1]! > widths[0]! && widths[2]! > widths[1]!, `${widths}`)
  },
)

t.test(
  'a campaign without moves is nearly as certain if campaigns of its network hardly differ',
  async t => {
    const alike = [0.58, 0.62].flatMap(response => times(6, Density.normal(response, 0.02)))
    const { low, high } = shrunk([...alike, flat])[12]!
    t.ok(high - low < 0.14, `${low} to ${high}`)
  },
)

t.test('much own evidence outweighs the network', async t => {
  const [own] = shrunk([Density.normal(0.9, 0.01), ...times(6, Density.normal(0.6, 0.03))])
  t.ok(Math.abs(own!.mean - 0.9) < 0.02)
})

t.test('widely differing networks are not pooled, and responses above 1 are read as 1', async t => {
  const networks = [0.25, 0.9, 1.3].map(response => times(2, Density.normal(response, 0.05)))
  const all = shrunk(...networks)
  ;[0.25, 0.9, 1].forEach((response, network) =>
    t.ok(Math.abs(all[2 * network]!.mean - response) < 0.04, `${all[2 * network]!.mean}`),
  )
  const { mean, low, high } = all[4]!
  t.strictSame({ mean, high }, { mean: 1, high: 1 })
  t.ok(low > 0.9 && low < 1, 'the interval has a width')
})

t.test(
  'carryover belongs to the network, so that its error does not average out over campaigns',
  async t => {
    /** Ten campaigns with one of two responses, by carryover, and how much less likely each makes the second carryover. */
    const tenOf = (log: number) => {
      const [first, second] = [0.5, 0.8].map(response => Density.normal(response, 0.05))
      const less = second!.times(Density.of(() => log))
      const carryovers = [first!, less].map(likelihood => ({
        logPrior: Math.log(0.5),
        likelihoods: times(10, likelihood),
      }))
      return posteriorResponses([{ followsDemand: false, carryovers }])[0]![0]!.summary()
    }
    const { low, high } = tenOf(0)
    t.ok(low < 0.55 && high > 0.75, `${low} to ${high}`)
    t.ok(
      Math.abs(tenOf(-1).mean - 0.5) < 0.02,
      'ten campaigns that say a little each say enough together',
    )
  },
)

t.test("much evidence from many campaigns leaves the app's shared error", async t => {
  const widthOf = (followsDemand: boolean): number => {
    const likelihoods = times(30, Density.normal(0.7, 0.01))
    const network = { followsDemand, carryovers: [{ logPrior: 0, likelihoods }] }
    const { low, high } = posteriorResponses([network])[0]![0]!.summary()
    return high - low
  }
  t.ok(widthOf(false) > 0.06 && widthOf(false) < 0.08, `${widthOf(false)}`)
  t.ok(widthOf(true) > 0.24 && widthOf(true) < 0.28, `${widthOf(true)}, where spend follows demand`)
})

t.test(
  'the posterior is that of exact summation over responses of campaign, network and app',
  async t => {
    // One campaign of one network, with every scatter: the marginal prior of its response, times its likelihood.
    const likelihood = Density.normal(0.4, 0.1)
    const [own] = shrunk([likelihood])
    const grid = Array.from({ length: 151 }, (_, k) => k / 100)
    const bell = (mean: number, deviation: number): number[] => {
      const weights = grid.map(b => Math.exp(-(((b - mean) / deviation) ** 2) / 2))
      const total = sum(weights)
      return weights.map(weight => weight / total)
    }
    const spreads = [0.04, 0.08, 0.16, 0.32]
    const spread = (values: readonly number[], deviation: number): number[] => {
      const rows = grid.map(mean => bell(mean, deviation))
      return grid.map((_, k) => sum(values.entries(), ([m, value]) => value * rows[m]![k]!))
    }
    const prior = spreads.flatMap(between =>
      spreads.map(within => spread(spread(bell(0.75, 0.2), between), within)),
    )
    const posterior = spread(
      grid.map(
        (b, k) => sum(prior, weights => weights[k]!) * Math.exp(-(((b - 0.4) / 0.1) ** 2) / 2),
      ),
      0.025,
    )
    const mean = sum(grid.entries(), ([k, b]) => b * posterior[k]!) / sum(posterior)
    t.ok(Math.abs(own!.mean - mean) < 1e-9, `${own!.mean} ${mean}`)
  },
)

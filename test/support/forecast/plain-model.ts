import type { Kind } from '../../../server/forecast/model/facts.ts'
import type { CellOf } from './facts.ts'

const BANDS = [[1, 2], [3, 6], [7, 13], [14, 29], [30, 59], [60, 119], [120, Infinity]] as const // prettier-ignore

/**
 * The model written a second time, formula by formula over objects, for cells of which each has revenue at age 0: cumulative gross revenue of a cell by a DSI.
 * One kind of revenue; not fast.
 */
export function plainModel(all: readonly CellOf[], kind: Kind, asOf: number) {
  const cells = all.filter(c => c.day <= asOf)
  const age = (c: CellOf): number => asOf - c.day
  const R = (c: CellOf, n: number): number => (n <= age(c) ? Number(c[kind]?.[n] ?? 0) : 0)
  const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, n) => n)
  const C = (c: CellOf, n: number): number => sum(upTo(Math.min(n, age(c))).map(m => R(c, m)))
  const J = Math.max(
    -1,
    ...upTo(60).filter(n => sum(cells.filter(c => age(c) >= n).map(c => c.installs)) >= 100),
  )
  const last = Math.max(0, J)
  const reached = (n: number): CellOf[] => cells.filter(c => age(c) >= n)
  const w = (c: CellOf, n: number): number => half(age(c) - n, 120)
  const over = (a: number, b: number): number => (b > 0 ? a / b : 0)

  const total = sum(cells.map(c => C(c, age(c))))
  const rows = sum(cells.map(c => upTo(age(c)).filter(n => R(c, n) > 0).length))

  // 1. Shape, as a share of the last age's; then again without what exceeds it by far.
  const g0 = upTo(last).map(n =>
    n === 0
      ? 0
      : over(
          sum(reached(n).map(c => w(c, n) * R(c, n))),
          sum(reached(n).map(c => w(c, n) * C(c, n - 1))),
        ),
  )
  const bandTotal = (n: number): number => {
    const [from, to] = BANDS.find(band => n >= band[0] && n <= band[1])!
    const ages = upTo(last).filter(k => (k >= from || from === 1) && k <= to)
    return sum(ages.map(k => sum(reached(k).map(c => w(c, k) * R(c, k)))))
  }
  const limited = grouped(cells, c => JSON.stringify([c.day, c.network])).map(own => {
    const x: number[] = []
    for (const n of upTo(last)) {
      const m = g0[n]! * sum(x)
      const limit =
        n === 0
          ? Infinity
          : Math.max(
              0.01 * bandTotal(n),
              3 * m + 10 * (Math.sqrt((total / rows) * m) + total / rows),
            )
      x.push(Math.min(sum(own.map(c => R(c, n))), limit))
    }
    return { c: own[0]!, x }
  })
  const g = upTo(last).map(n => {
    const old = limited.filter(({ c }) => age(c) >= n)
    return n === 0
      ? 0
      : over(
          sum(old.map(({ c, x }) => w(c, n) * x[n]!)),
          sum(old.map(({ c, x }) => w(c, n) * sum(x.slice(0, n)))),
        )
  })
  const chained = (growth: readonly number[]): number[] =>
    growth.reduce<number[]>((G, rate, n) => (n === 0 ? [1] : [...G, G[n - 1]! * (1 + rate)]), [])
  const G = chained(g).map(value => value / chained(g)[last]!)
  const seen = upTo(last).map(n =>
    sum(limited.filter(({ c }) => age(c) >= n).map(({ c, x }) => w(c, n) * x[n]!)),
  )

  let phi = total / rows
  let luck = 0
  let theta = new Map(cells.map(c => [c, 1]))
  let M = new Map<CellOf, (n: number) => number>()
  const blocks = (c: CellOf): [number, number][] => upTo(age(c)).filter(n => n % 7 === 0).map(n => [n, Math.min(age(c), n + 6)]) // prettier-ignore

  for (let round = 0; round < 3; round++) {
    // 4. Tail.
    const points: { x: number; y: number; m: number; v: number }[] = []
    for (let end = last; end >= Math.max(2, last / 10);) {
      const from = Math.max(
        Math.ceil(Math.max(2, last / 10)),
        Math.min(end, Math.floor(end / 1.25) + 1),
      )
      const ages = upTo(end).filter(n => n >= from)
      const mean = (G[end]! - G[from - 1]!) / ages.length
      const money = sum(ages.map(n => seen[n]!))
      if (mean > 0 && money > 0)
        points.push({
          x: sum(ages.map(n => Math.log(n + 1))) / ages.length,
          y: Math.log(mean),
          m: mean,
          v: money / phi,
        })
      end = from - 1
    }
    const V = sum(points.map(p => p.v))
    const xm = sum(points.map(p => p.v * p.x)) / V
    const ym = sum(points.map(p => p.v * p.y)) / V
    const xx = sum(points.map(p => p.v * (p.x - xm) ** 2))
    let b = 0.7
    if (points.length > 1) {
      const slope = sum(points.map(p => p.v * (p.x - xm) * (p.y - ym))) / xx
      const residual =
        points.length > 2
          ? sum(points.map(p => p.v * (p.y - ym - slope * (p.x - xm)) ** 2)) / (points.length - 2)
          : 1
      const precision = xx / Math.max(1, residual)
      b = Math.min(3, Math.max(0.2, (-slope * precision + 0.7 / 0.09) / (precision + 1 / 0.09)))
    }
    const level = points.length > 0 ? V / sum(points.map(p => (p.v / p.m) * Math.exp(-b * p.x))) : 0
    const far = [...g, ...upTo(120).map(() => 0)]
    let before = G[last]!
    for (let n = last + 1; n < far.length; n++) {
      far[n] = over(level * Math.pow(n + 1, -b), before)
      before += level * Math.pow(n + 1, -b)
    }

    // 2. Network shape, and 3. scale.
    const appShape = chained(far).map(value => value / chained(far)[last]!)
    const v = (c: CellOf): number => half(age(c), 60)
    const scale =
      sum(cells.map(c => v(c) * C(c, age(c)))) /
      sum(cells.map(c => v(c) * c.installs * appShape[age(c)]!))
    const networks = new Map<string | undefined, number[]>()
    for (const network of new Set(cells.map(c => c.network))) {
      const own = cells.filter(c => c.network === network)
      let factor = 1
      const factors = BANDS.map(([from, to]) => {
        const ages = upTo(last).filter(n => n >= from && n <= to)
        const O = sum(own.flatMap(c => ages.filter(n => n <= age(c)).map(n => w(c, n) * R(c, n))))
        const E = sum(
          own.flatMap(c => ages.filter(n => n <= age(c)).map(n => w(c, n) * C(c, n - 1) * g[n]!)),
        )
        return (factor = (20 * factor + O / phi) / (20 + E / phi))
      })
      const shape = chained(
        far.map(
          (rate, n) => rate * (factors[BANDS.findIndex(([from, to]) => n >= from && n <= to)] ?? 1),
        ),
      )
      const expected = (curve: readonly number[]): number =>
        sum(own.map(c => v(c) * c.installs * curve[age(c)]!))
      const same = expected(shape) > 0 ? expected(appShape) / expected(shape) : 1 / shape[last]!
      networks.set(network, shape.map(value => value * same * scale)) // prettier-ignore
    }
    M = new Map(cells.map(c => [c, (n: number) => networks.get(c.network)![n]!]))

    // 5. Levels.
    if (round > 0) {
      const before = theta
      theta = new Map(cells.map(c => [c, 1]))
      const over = (c: CellOf): number =>
        half(age(c), 84) / (phi + luck * before.get(c)! * M.get(c)!(age(c)))
      const levels: ((c: CellOf) => unknown[])[] = [
        () => [],
        c => [c.platform, c.country],
        c => [c.network],
        c => [c.platform, c.network, c.campaign],
        c => [c.platform, c.network, c.campaign, c.country],
        c => [Math.floor((c.day - 4) / 7)],
        c => [Math.floor((c.day - 4) / 7), c.platform, c.network, c.campaign],
      ]
      levels.forEach((key, at) => {
        const nodes = grouped(cells, c => JSON.stringify(key(c).map(k => k ?? null))).map(own => ({
          own,
          C: sum(own.map(c => over(c) * C(c, age(c)))),
          E: sum(own.map(c => over(c) * theta.get(c)! * c.installs * M.get(c)!(age(c)))),
        }))
        const exposed = nodes.filter(n => n.E > 0)
        const mean = sum(exposed.map(n => n.C)) / sum(exposed.map(n => n.E))
        const e = exposed.map(n => n.E)
        const between =
          (sum(exposed.map(n => n.E * (n.C / n.E - mean) ** 2)) - (exposed.length - 1)) /
          (sum(e) - sum(e.map(x => x * x)) / sum(e))
        const tau2 =
          at === 0 ? 0.5 : exposed.length < 3 ? 0.1 : Math.min(2, Math.max(0.001, between))
        for (const n of nodes)
          for (const c of n.own) theta.set(c, (theta.get(c)! * (1 / tau2 + n.C)) / (1 / tau2 + n.E))
      })
    }
    if (round === 2) break

    // 6. Dispersion.
    const mu = (c: CellOf, n: number): number =>
      n < 0 ? 0 : theta.get(c)! * c.installs * M.get(c)!(n)
    const blocksOf = (c: CellOf) =>
      blocks(c).map(([from, to]) => ({
        c,
        x: C(c, to) - (from > 0 ? C(c, from - 1) : 0),
        m: mu(c, to) - mu(c, from - 1),
      }))
    const all = cells.flatMap(blocksOf)
    const used = all.filter(({ m }) => m > 0)
    // What a cell's blocks have in common is its payers' worth, the rest is chance of payments.
    const worth = cells.map(c => {
      const own = blocksOf(c).filter(({ m }) => m > 0)
      const [d, m] = [sum(own.map(b => b.x - b.m)), sum(own.map(b => b.m))]
      const [dd, mm] = [sum(own.map(b => (b.x - b.m) ** 2)), sum(own.map(b => b.m ** 2))]
      return c.installs > 0 && m > 0
        ? { both: (d * d - dd) / (m + phi), means: (m * m - mm) / c.installs / (m + phi) }
        : { both: 0, means: 0 }
    })
    const means = sum(worth.map(w => w.means))
    const common = means > 0 ? Math.max(0, sum(worth.map(w => w.both)) / means) : 0
    const squares = sum(
      used.map(
        ({ x, m, c }) =>
          ((x - m) ** 2 - (c.installs > 0 ? (common * m * m) / c.installs : 0)) / (m + phi),
      ),
    )
    const ratio = Math.max(0, squares) / sum(used.map(({ m }) => m / (m + phi)))
    luck = common
    phi = Math.max(ratio, (0.01 * total) / rows)
  }
  // 7. A cell's own payers.
  for (const c of cells) {
    if (!(luck > 0 && c.installs > 0)) continue
    const E = theta.get(c)! * c.installs * M.get(c)!(age(c))
    theta.set(
      c,
      (theta.get(c)! * (c.installs / luck + C(c, age(c)) / phi)) / (c.installs / luck + E / phi),
    )
  }
  return {
    lastAge: J,
    phi,
    forecast: (c: CellOf, dsi: number): number =>
      dsi <= age(c)
        ? C(c, dsi)
        : C(c, age(c)) + theta.get(c)! * c.installs * (M.get(c)!(dsi) - M.get(c)!(age(c))),
  }
}

function grouped(cells: readonly CellOf[], key: (c: CellOf) => string): CellOf[][] {
  return [...new Set(cells.map(key))].map(k => cells.filter(c => key(c) === k))
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}

function half(days: number, life: number): number {
  return Math.pow(0.5, days / life)
}

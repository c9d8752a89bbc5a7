import assert from 'node:assert/strict'
import t from 'tap'
import type { Kind } from '../../../../server/forecast/model/facts.ts'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { interval } from '../../../../server/forecast/model/interval.ts'
import fc from '../../../support/fast-check.ts'
import { arbitraryCells, keyOf } from '../../../support/forecast/arbitrary-cells.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'
import { plainModel } from '../../../support/forecast/plain-model.ts'

const FIRST = 20_000
const DSIS = [0, 1, 3, 7, 14, 30, 60, 90, 365]
const asOfs = fc.integer({ min: FIRST - 1, max: FIRST + 60 })

/** Forecasts by cell and DSI. */
function forecasts(cells: readonly CellOf[], asOf: number): Map<string, number[]> {
  const facts = factsOf(cells)
  const model = fit(facts, asOf)
  const byDsi = DSIS.map(dsi => forecast(facts, model, dsi).gross)
  const { names, cells: columns } = facts
  return new Map(
    Array.from({ length: model.cells }, (_, i) => {
      const cell = Object.fromEntries(
        (['platform', 'network', 'campaign', 'country'] as const).flatMap(d =>
          columns[d][i]! < 0 ? [] : [[d, names[d][columns[d][i]!]]],
        ),
      )
      return [keyOf({ ...cell, day: columns.day[i]!, installs: 0 }), byDsi.map(gross => gross[i]!)]
    }),
  )
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-7 * Math.max(1e-3, Math.abs(a), Math.abs(b))
}

t.test('data after the as-of day do not change a byte', t => {
  fc.assert(
    fc.property(arbitraryCells(), arbitraryCells(), asOfs, (cells, others, asOf) => {
      const known = new Set(cells.map(keyOf))
      const later = others
        .filter(c => c.day > asOf && !known.has(keyOf(c)))
        .map(c => ({ ...c, network: 'Another', country: 'AA' }))
      const before = cells.filter(c => c.day <= asOf)
      const strip = (kind: Kind, { day, [kind]: rows }: CellOf) =>
        rows &&
        Object.fromEntries(Object.entries(rows).filter(([age]) => day + Number(age) <= asOf))
      const stripped = before.map(c => ({
        ...c,
        iap: strip('iap', c) ?? {},
        ad: strip('ad', c) ?? {},
      }))
      const [a, b] = [factsOf(stripped), factsOf([...before, ...later])]
      const [x, y] = [fit(a, asOf), fit(b, asOf)]
      assert.deepEqual(y, x)
      for (const dsi of DSIS) assert.deepEqual(forecast(b, y, dsi), forecast(a, x, dsi))
    }),
  )
  t.end()
})

t.test('forecasts never fall with the DSI and are always finite', t => {
  fc.assert(
    fc.property(arbitraryCells(), asOfs, (cells, asOf) => {
      for (const [cell, values] of forecasts(cells, asOf)) {
        values.forEach((value, d) => {
          if (!Number.isFinite(value) || value < 0 || (d > 0 && value < values[d - 1]!))
            assert.fail(`${cell}: ${values.join()}`)
        })
      }
      const facts = factsOf(cells)
      const model = fit(facts, asOf)
      for (const kind of model.kinds) {
        const numbers = [
          kind.phi,
          kind.tail.exponent,
          kind.tail.error,
          ...kind.curve,
          ...kind.networkCurves.sums(),
          ...kind.theta,
          ...kind.variance,
        ]
        if (!numbers.every(Number.isFinite)) assert.fail(`${kind.kind} has what is not a number`)
      }
      const all = interval(facts, model, [...facts.cells.day.keys()].slice(0, model.cells), 30, {
        growth: 0.01,
        spread: new Map([[30, 1.5]]),
      })
      if (!Object.values(all).every(Number.isFinite)) assert.fail(JSON.stringify(all))
    }),
  )
  t.end()
})

t.test('another currency unit scales the result', t => {
  fc.assert(
    fc.property(
      arbitraryCells(),
      asOfs,
      fc.constantFrom(0.25, 64, 2 ** 20),
      (cells, asOf, unit) => {
        const scaled = (rows: CellOf['iap']) =>
          rows &&
          Object.fromEntries(Object.entries(rows).map(([age, x]) => [age, Number(x) * unit]))
        const other = cells.map(c => ({ ...c, iap: scaled(c.iap) ?? {}, ad: scaled(c.ad) ?? {} }))
        const after = forecasts(other, asOf)
        for (const [cell, values] of forecasts(cells, asOf)) {
          const there = after.get(cell)!
          if (!values.every((value, d) => near(value * unit, there[d]!)))
            assert.fail(`${cell}: ${values.join()} and ${there.join()}`)
        }
      },
    ),
  )
  t.end()
})

t.test('names do not affect forecasts', t => {
  const called: Record<string, string> = {
    IOS: 'a',
    ANDROID: 'b',
    Meta: 'z',
    Google: 'y',
    Organic: 'x',
    a: '3',
    b: '2',
    c: '1',
    DE: 'ZZ',
    US: 'AA',
  }
  fc.assert(
    fc.property(arbitraryCells(), asOfs, (cells, asOf) => {
      const rename = (c: CellOf): CellOf => {
        const named = (['platform', 'network', 'campaign', 'country'] as const).flatMap(d =>
          c[d] === undefined ? [] : [[d, called[c[d]]]],
        )
        return { ...c, ...Object.fromEntries(named) }
      }
      const there = forecasts(cells.map(rename), asOf)
      const here = forecasts(cells, asOf)
      for (const cell of cells.filter(c => c.day <= asOf)) {
        const [a, b] = [here.get(keyOf(cell))!, there.get(keyOf(rename(cell)))!]
        if (!a.every((value, d) => near(value, b[d]!)))
          assert.fail(`${keyOf(cell)}: ${a.join()} and ${b.join()}`)
      }
    }),
  )
  t.end()
})

t.test('the fit equals the model of the formulas', t => {
  const cells = arbitraryCells({ least: 3 }).map(list =>
    list.map(c => ({
      ...c,
      iap: { ...c.iap, 0: 1 + Number(c.iap?.[0] ?? 0) },
      installs: c.installs + 1,
    })),
  )
  fc.assert(
    fc.property(cells, fc.integer({ min: FIRST + 5, max: FIRST + 40 }), (list, asOf) => {
      const here = forecasts(list.map(({ ad: _, ...cell }) => cell), asOf) // prettier-ignore
      if (here.size === 0) return
      const facts = factsOf(list)
      const model = fit(facts, asOf)
      const plain = plainModel(list, 'iap', asOf)
      assert.equal(model.kinds[0]!.lastAge, plain.lastAge)
      if (!near(model.kinds[0]!.phi, plain.phi))
        assert.fail(`phi ${model.kinds[0]!.phi}, not ${plain.phi}`)
      for (const cell of list.filter(c => c.day <= asOf)) {
        DSIS.filter(dsi => dsi <= 90).forEach((dsi, d) => {
          const [a, b] = [here.get(keyOf(cell))![d]!, plain.forecast(cell, dsi)]
          if (!near(a, b)) assert.fail(`${keyOf(cell)} at ${dsi}: ${a}, not ${b}`)
        })
      }
    }),
  )
  t.end()
})

t.test('the last age has a hundred installs, and the limit is three times as far', t => {
  const of = (...installs: number[]) =>
    fit(
      factsOf(installs.map((n, i) => ({ day: FIRST + i, installs: n, iap: { 0: 1 } }))),
      FIRST + installs.length - 1,
    )
  for (const [model, lastAge, limit] of [
    [of(100, 0, 0), 2, 8],
    [of(99, 1, 0), 1, 5],
    [of(50, 0, 50), 0, 2],
    [of(50, 0, 49), -1, -1],
    [of(0), -1, -1],
  ] as const) {
    t.equal(model.limit, limit)
    t.equal(model.kinds[0]!.lastAge, lastAge)
  }
  t.end()
})

t.test('a revenue kind without daily revenue is left out', t => {
  const facts = factsOf([{ day: FIRST, installs: 200, iap: { 3: 5 }, ad: { 0: 1, 2: 0.5 } }])
  t.same(fit(facts, FIRST).kinds.map(k => k.kind), ['ad']) // prettier-ignore
  t.same(fit(facts, FIRST + 3).kinds.map(k => k.kind), ['iap', 'ad']) // prettier-ignore
  t.same(fit(facts, FIRST - 1), {
    asOf: FIRST - 1,
    kinds: [],
    limit: -1,
    reach: 1095,
    learnedFrom: null,
    cells: 0,
  })
  t.end()
})

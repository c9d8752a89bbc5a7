import t from 'tap'
import { toolArguments } from '../../../generated/tools.ts'
import { parseArguments } from '../../../mcp/tools/arguments.ts'

const report = toolArguments.svc_get_report

t.test('null is read as an omitted argument', async t => {
  const parsed = parseArguments({ appId: 1, networks: null, limit: null, endDate: null }, report)
  t.strictSame(parsed, parseArguments({ appId: 1 }, report))
  t.match(parsed, { values: { limit: 100 } })
  t.match(parseArguments({ appId: null }, report), {
    faults: [{ parameter: 'appId', message: /required/ }],
  })
  t.match(parseArguments({ appId: 1, nonsense: null }, report), { values: { appId: 1 } })
})

t.test('DSIs are read if a metric has columns by them, and ignored otherwise', async t => {
  const odd = [1, 2, 3, 4, 5, 6]
  for (const extra of [
    {},
    { metrics: ['spend'] },
    { metrics: null },
    { metrics: ['cpi', 'installs'] },
  ]) {
    const parsed = parseArguments({ appId: 1, dsiValues: odd, ...extra }, report)
    t.ok('values' in parsed && !('dsiValues' in parsed.values), JSON.stringify(extra))
  }
  for (const metrics of [['revenue'], ['spend', 'ltv'], ['roas']]) {
    const parsed = parseArguments({ appId: 1, metrics, dsiValues: odd }, report)
    t.match(
      parsed,
      { faults: [{ parameter: 'dsiValues', message: /at most 5 values/ }] },
      metrics.join(),
    )
    t.match(parseArguments({ appId: 1, metrics, dsiValues: [7] }, report), {
      values: { dsiValues: [7] },
    })
  }
  // If the intended metrics cannot be known, all faults are reported.
  t.match(parseArguments({ appId: 1, metrics: 'roas', dsiValues: odd }, report), {
    faults: [{ parameter: 'metrics' }, { parameter: 'dsiValues' }],
  })
})

t.test(
  'a grouped or total report accepts ten DSIs and as many rows as fit, a plain one five and a hundred',
  async t => {
    const dsis = (count: number) => Array.from({ length: count }, (_, dsi) => dsi)
    const parsed = (extra: object) =>
      parseArguments({ appId: 1, metrics: ['roas'], ...extra }, report)
    t.match(parsed({ dsiValues: dsis(5) }), { values: { limit: 100 } })
    t.match(parsed({ dsiValues: dsis(6) }), {
      faults: [
        {
          parameter: 'dsiValues',
          message: 'must have at most 5 values without groupBy or installGrouping TOTAL; got 6',
        },
      ],
    })
    for (const grouped of [
      { groupBy: ['NONE'] },
      { groupBy: ['NETWORK'], installGrouping: 'DAILY' },
      { installGrouping: 'TOTAL' },
    ]) {
      t.match(parsed({ ...grouped, dsiValues: dsis(10) }), { values: { limit: 500 } })
      t.match(parsed({ ...grouped, limit: null }), { values: { limit: 500 } })
      t.match(parsed({ ...grouped, limit: 100 }), { values: { limit: 100 } }, 'what is given stays')
      t.match(parsed({ ...grouped, dsiValues: dsis(11) }), {
        faults: [{ parameter: 'dsiValues', message: /at most 10 values; got 11/ }],
      })
    }
    t.match(parsed({ installGrouping: 'MONTHLY' }), { values: { limit: 100 } })
  },
)

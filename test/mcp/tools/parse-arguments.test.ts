import t from 'tap'
import { toolArguments } from '../../../generated/tools.ts'
import { parseArguments } from '../../../mcp/tools/arguments.ts'

const report = toolArguments.svc_get_report

t.test('null is an argument that is not given', async t => {
  const parsed = parseArguments({ appId: 1, networks: null, limit: null, endDate: null }, report)
  t.strictSame(parsed, parseArguments({ appId: 1 }, report))
  t.match(parsed, { values: { limit: 100 } })
  t.match(parseArguments({ appId: null }, report), { faults: [{ parameter: 'appId', message: /required/ }] })
  t.match(parseArguments({ appId: 1, nonsense: null }, report), { values: { appId: 1 } })
})

t.test('DSIs are read where a metric has columns by them, and not looked at otherwise', async t => {
  const odd = [1, 2, 3, 4, 5, 6]
  for (const given of [{}, { metrics: ['spend'] }, { metrics: null }, { metrics: ['cpi', 'installs'] }]) {
    const parsed = parseArguments({ appId: 1, dsiValues: odd, ...given }, report)
    t.ok('values' in parsed && !('dsiValues' in parsed.values), JSON.stringify(given))
  }
  for (const metrics of [['revenue'], ['spend', 'ltv'], ['roas']]) {
    const told = parseArguments({ appId: 1, metrics, dsiValues: odd }, report)
    t.match(told, { faults: [{ parameter: 'dsiValues', message: /at most 5 values/ }] }, metrics.join())
    t.match(parseArguments({ appId: 1, metrics, dsiValues: [7] }, report), { values: { dsiValues: [7] } })
  }
  // If the intended metrics cannot be known, all faults are reported.
  t.match(parseArguments({ appId: 1, metrics: 'roas', dsiValues: odd }, report), {
    faults: [{ parameter: 'metrics' }, { parameter: 'dsiValues' }],
  })
})

import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { costs } from './costs-bench.ts'
import { forecast, log, restated } from './forecast/forecast-bench.ts'
import { response } from './forecast/response.ts'
import { sentinel } from './forecast/sentinel.ts'
import { imports } from './import-bench.ts'
import { list } from './list-bench.ts'
import { ENGINES } from './load/filled-store.ts'
import { load, SCENARIOS } from './load/load-bench.ts'
import { mcp } from './mcp-bench.ts'
import { report } from './report-bench.ts'
import { printTable, type Measurement } from './support/measurement.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    help: { type: 'boolean' },
    seconds: { type: 'string', default: '15' },
    only: { type: 'string', default: SCENARIOS.join() },
    engine: { type: 'string', default: ENGINES.join() },
    profile: { type: 'string' },
    draws: { type: 'string', default: '100' },
    seeds: { type: 'string', default: '2' },
    log: { type: 'string' },
  },
})
const seeds = wholeNumber('seeds')
const loadOptions = {
  seconds: wholeNumber('seconds'),
  only: namesIn('scenario', values.only.split(','), SCENARIOS),
  engines: namesIn('engine', values.engine.split(','), ENGINES),
  profile: values.profile,
}
const draws = wholeNumber('draws')
const benches = {
  report,
  list,
  import: imports,
  costs,
  mcp,
  forecast: () => forecast(seeds),
  sentinel: () => sentinel(draws),
  restated,
  response: () => response(seeds),
  log: () => log(values.log),
  load: () => load(loadOptions),
}
const names = Object.keys(benches) as (keyof typeof benches)[]
const USAGE = `Usage: npm run bench [-- NAME ...] [--json FILE]
Names: ${names.join(', ')}
Options of load: [--only ${SCENARIOS.join()}] [--seconds N] [--engine ${ENGINES.join()}] [--profile DIR]
Options of forecast and response: [--seeds N]; of sentinel: [--draws N]; of log: --log FILE`
if (values.help) end(USAGE, 0)

const rows: (Measurement & { bench: string })[] = []
for (const bench of positionals.length > 0 ? namesIn('bench', positionals, names) : names) {
  const measured = await benches[bench]()
  rows.push(...measured.map(row => ({ bench, ...row })))
  printTable(bench, measured)
}
if (values.json) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`)

function namesIn<Name extends string>(
  what: string,
  names: readonly string[],
  known: readonly Name[],
): Name[] {
  const unknown = names.filter(name => !known.some(other => other === name))
  if (unknown.length > 0)
    end(`Unknown ${what}: ${unknown.join(', ')}. Use any of ${known.join(', ')}.`, 1)
  return known.filter(name => names.includes(name))
}

function wholeNumber(name: 'seconds' | 'draws' | 'seeds'): number {
  if (!/^[1-9]\d{0,3}$/.test(values[name])) end(`--${name} must be a whole number.`, 1)
  return Number(values[name])
}

function end(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

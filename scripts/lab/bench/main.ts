import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { costs } from './costs-bench.ts'
import { forecast, log, restated } from './forecast/forecast-bench.ts'
import { response } from './forecast/response.ts'
import { sentinel } from './forecast/sentinel.ts'
import { imports } from './import-bench.ts'
import { list } from './list-bench.ts'
import { load } from './load/load.ts'
import { mcp } from './mcp-bench.ts'
import { report } from './report-bench.ts'
import { LOAD_ARGUMENTS, LOAD_USAGE, type LoadOptions, loadOptions } from './load/options.ts'
import { printTable, type Measurement } from './support/measurement.ts'

const benches: Record<string, (options: LoadOptions) => Promise<Measurement[]>> = {
  report,
  list,
  import: imports,
  costs,
  mcp,
  forecast,
  sentinel,
  restated,
  response,
  log,
  load,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, help: { type: 'boolean' }, ...LOAD_ARGUMENTS },
})
const unknown = positionals.filter(name => !(name in benches))
const options = loadOptions(values)
if (values.help || unknown.length > 0 || typeof options === 'string') {
  if (unknown.length > 0) console.error(`Unknown bench: ${unknown.join(', ')}.`)
  if (typeof options === 'string') console.error(options)
  console.error(
    `Usage: npm run bench [-- NAME ...] [--json FILE]\nNames: ${Object.keys(benches).join(', ')}\n${LOAD_USAGE}`,
  )
  process.exit(values.help ? 0 : 1)
}

const measured: Measurement[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  const rows = await benches[name]!(options)
  measured.push(...rows.map(row => ({ bench: name, ...row })))
  printTable(name, rows)
}
if (values.json) await writeFile(values.json, `${JSON.stringify(measured, null, 2)}\n`)

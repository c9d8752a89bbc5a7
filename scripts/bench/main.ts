import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benches } from './benches.ts'
import { printTable, type Measurement } from './measurement.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, help: { type: 'boolean' } },
})
const unknown = positionals.filter(name => !(name in benches))
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no bench called ${unknown.join(', ')}.`)
  console.error(`Usage: npm run bench [-- NAME ...] [--json FILE]\nNames: ${Object.keys(benches).join(', ')}`)
  process.exit(unknown.length > 0 ? 1 : 0)
}

const measured: Measurement[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  const rows = await benches[name]!()
  measured.push(...rows.map(row => ({ bench: name, ...row })))
  printTable(name, rows)
}
if (values.json) await writeFile(values.json, `${JSON.stringify(measured, null, 2)}\n`)

import { readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { csvHeader } from '../../delivery/check/csv-records.ts'
import { describeOpenError } from '../../delivery/check/list-files.ts'
import { type ForecastFault, ForecastFaults } from '../config/faults.ts'
import type { Mapping, Table } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import { columnsOf } from './mapping.ts'

interface Guess {
  table: Table
  format: string
  files: string[]
  more: string[]
  doubt: string | undefined
}

/**
 * A config for a folder of CSV exports, from their headers: guesses are marked, unknown values are blank. Paths are relative to that
 * folder.
 * @param from prefix of a format's name: `adjust`, `appsflyer`
 */
export async function initConfig(folder: string, from?: string): Promise<string> {
  const formats = Object.keys(FORMATS).filter(name => from === undefined || name.startsWith(from))
  if (formats.length === 0) {
    throw new ForecastFaults([
      { file: '--from', value: from!, rule: `must begin the name of a format: ${Object.keys(FORMATS).join(', ')}` },
    ])
  }
  const guesses: Guess[] = []
  const unknown: string[] = []
  for (const path of await exportsIn(folder)) {
    const file = relative(folder, path)
    const header =
      /\.csv$/i.test(path) && (await describeOpenError(path)) === undefined ? await csvHeader(path).catch(() => undefined) : undefined
    const found = header === undefined ? [] : guessesOf(file, header, formats)
    if (found.length === 0) unknown.push(file)
    for (const guess of found) {
      const same = guesses.find(
        other => other.table === guess.table && other.format === guess.format && other.more.join() === guess.more.join(),
      )
      if (same === undefined) guesses.push(guess)
      else same.files.push(file)
    }
  }
  return configText(guesses, unknown)
}

async function exportsIn(folder: string): Promise<string[]> {
  const entries = await readdir(resolve(folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ForecastFaults([{ file: folder, rule: `cannot read folder: ${error.code}` }])
  })
  const below = await Promise.all(
    entries
      .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(async ({ name }) => (await readdir(join(folder, name))).map(file => join(name, file))),
  )
  const names = [...entries.filter(entry => entry.isFile()).map(({ name }) => name), ...below.flat()]
  return names
    .filter(name => /\.(csv|parquet)$/i.test(name))
    .sort()
    .map(name => join(folder, name))
}

function guessesOf(file: string, header: readonly string[], formats: readonly string[]): Guess[] {
  for (const format of formats) {
    const tables = Object.entries(FORMATS[format]!).filter(
      (entry): entry is [Table, Mapping] => typeof entry[1] !== 'string' && fits(entry[1], header),
    )
    if (tables.length > 0)
      return tables
        .filter(([table]) => isLikely(format, table, file))
        .map(([table, mapping]) => guessOf(file, header, table, mapping, format))
  }
  return []
}

/** A platform can be stated for a whole file. */
function fits(mapping: Mapping, header: readonly string[]): boolean {
  const faults: ForecastFault[] = []
  columnsOf({ ...mapping, optional: [...(mapping.optional ?? []), 'platform'] }, header, '', faults)
  return faults.length === 0
}

/** Raw reports of installs and events have the same header. */
function isLikely(format: string, table: Table, file: string): boolean {
  return format !== 'appsflyer-raw' || (table === 'installs') === /install/i.test(file)
}

function guessOf(file: string, header: readonly string[], table: Table, mapping: Mapping, format: string): Guess {
  const more: string[] = []
  const doubts: string[] = []
  if (mapping.columns.platform?.every(name => !header.includes(name)) === true) {
    const platform = /ios|apple/i.test(file) ? 'IOS' : /android|google/i.test(file) ? 'ANDROID' : ''
    more.push(`columns: { platform: ${JSON.stringify(`=${platform}`)} }`)
    doubts.push('the file does not say its platform: state it')
  }
  if (mapping.installEventOnly === true) {
    more.push('install_event: ""')
    doubts.push('state what the file calls the event of an install')
  }
  if (format === 'appsflyer-raw') {
    doubts.push('known by the name of the file alone')
    if (/ad.?rev/i.test(file)) more.push('kind: ad')
  }
  return { table, format, files: [file], more, doubt: doubts.length === 0 ? undefined : doubts.join('; ') }
}

function configText(guesses: readonly Guess[], unknown: readonly string[]): string {
  const inputs = guesses.flatMap(({ table, format, files, more, doubt }) => [
    `  - table: ${table}${doubt === undefined ? '' : ` # guess: ${doubt}`}`,
    `    files: [${files.map(file => JSON.stringify(file)).join(', ')}]`,
    ...(format === 'neutral' ? [] : [`    format: ${format}`]),
    ...more.map(line => `    ${line}`),
  ])
  return `# Fill in blank values, and check those marked as a guess. See server/forecast/README.md.
company: { id: , name: }
app:
  id: # below 90000
  name:
  created_at: # YYYY-MM-DD
  currency: USD # guess
  dsi: [0, 1, 3, 7, 14, 30, 60, 90, 180, 365]
  action_threshold: 0.05
targets: # nobody can guess these
  dsi: # one of app.dsi: the age by which spend is to come back
  roas_type: # paid, incremental_blended or full_blended
  revenue_type: # gross or net
  roas: # 1.0 is 100 %
  by: [] # - { platform: IOS, network: ..., campaign: ..., country: US, roas: 1.1 }; the first match wins
bet_lookback: [{ start: 2, end: 8 }]
# guess: what is left of gross revenue after the stores' fees
net: { iap: { IOS: 0.70, ANDROID: 0.85, WEB: 0.97 }, ad: 1.0 }
organic: { networks: [Organic], uplift: 0 } # guess: the networks that nothing is paid for
optimisation_dsi: { default: 7 }
networks:
  traditional: [] # networks that take a ROAS bid
  alias: {} # what an export calls a network: what it is called here
snapshots: { daily_days: 20, weekly_days: 180 }
inputs:${inputs.length === 0 ? ' [] # no file was known' : ''}
${inputs.join('\n')}${unknown.length === 0 ? '' : `\n# Not known, and left out: ${unknown.map(file => JSON.stringify(file)).join(', ')}`}
`.replace('\n\n', '\n')
}

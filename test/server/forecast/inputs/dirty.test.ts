import { join } from 'node:path'
import { mkdirSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { Config, InputConfig } from '../../../../server/forecast/config/forecast-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { dateOf } from '../../../../server/core/model/dates.ts'
import { configFor, linesOf, read } from '../../../support/forecast/inputs.ts'

const DAYS = 30
const FIRST = 20_089
const CELLS = ['IOS|A|One|US', 'ANDROID|B|Two|DE']

type Table = 'spend' | 'installs' | 'revenue'
type Row = string[]

/** A clean month of two campaigns: rows by table, header first. */
function clean(): Record<Table, Row[]> {
  const spend: Row[] = [['date', 'platform', 'network', 'campaign', 'country', 'spend']]
  const installs: Row[] = [
    ['install_date', 'platform', 'network', 'campaign', 'country', 'installs'],
  ]
  const revenue: Row[] = [
    ['install_date', 'platform', 'network', 'campaign', 'country', 'age', 'revenue'],
  ]
  for (let day = 0; day < DAYS; day++) {
    for (const [index, cell] of CELLS.entries()) {
      const names = cell.split('|')
      const date = dateOf(FIRST + day)
      spend.push([date, ...names, `${1200 + 10 * day}.${50 + index}`])
      installs.push([date, ...names, String(1000 + day * 7 + index)])
      for (let age = 0; age <= Math.min(3, DAYS - 1 - day); age++)
        revenue.push([date, ...names, String(age), `${900 - 200 * age + index}.25`])
    }
  }
  return { spend, installs, revenue }
}

/** The sum of the last column, of a day or all. */
function sumOf(rows: readonly Row[], day?: string): string {
  const cents = rows
    .slice(1)
    .map(row => (day === undefined || row[0] === day ? Math.round(100 * Number(row.at(-1))) : 0))
  return String(cents.reduce((sum, value) => sum + value, 0) / 100)
}

/** The same revenue as Adjust gives it: cumulative, a column per age. */
function wide(): Row[] {
  const sums = new Map<string, number[]>()
  for (const [date, p, n, c, g, age, value] of clean().revenue.slice(1)) {
    const key = [date, p, n, c, g].join('|')
    const row = sums.get(key) ?? []
    row[Number(age)] = Number(value) + (row[Number(age) - 1] ?? 0)
    sums.set(key, row)
  }
  const rows = [...sums].map(([key, values]) => [
    ...key.split('|'),
    ...[0, 1, 2, 3].map(age => (values[age] ?? values.at(-1)!).toFixed(2)),
  ])
  return [
    ['install_date', 'platform', 'network', 'campaign', 'country', 'r_d0', 'r_d1', 'r_d2', 'r_d3'],
    ...rows,
  ]
}

function quote(cell: string, separator: string): string {
  return cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
}

function text(rows: readonly Row[], separator = ','): string {
  return `${rows.map(row => row.map(cell => quote(cell, separator)).join(separator)).join('\n')}\n`
}

/** Changes a column's cells. */
function change(rows: Row[], column: number, to: (cell: string, row: number) => string): Row[] {
  return rows.map((row, index) =>
    index === 0 ? row : row.map((cell, at) => (at === column ? to(cell, index) : cell)),
  )
}

function utf16(content: string, bigEndian = false): Buffer {
  const bytes = Buffer.from(`\ufeff${content}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

function money(value: string, mark: string, thousands: string): string {
  const [whole, cents] = value.split('.') as [string, string]
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${mark}${cents}`
}

function date(to: (y: string, m: string, d: string) => string): (cell: string) => string {
  return cell => to(cell.slice(0, 4), cell.slice(5, 7), cell.slice(8, 10))
}

function seconds(cell: string): number {
  return Date.parse(`${cell}T12:00:00Z`) / 1000
}

function head(rows: Row[], names: Row): Row[] {
  return [names, ...rows.slice(1)]
}

function csvOf(rows: readonly Row[], separator?: string): { content: string } {
  return { content: text(rows, separator) }
}

interface Case {
  name: string
  /** Files by table; the others are clean. */
  files: Partial<Record<Table, { name?: string; content: string | Buffer }>>
  /** Said back in the notes, or the error. */
  says?: RegExp
  /** Refused; `then` changes the config as the error says, and gives the facts of clean files. */
  refused?: RegExp
  then?: {
    input?: Partial<InputConfig>
    app?: Partial<Config['app']>
    config?: Partial<Config>
    files?: Case['files']
  }
  /** Whether facts may differ from those of clean files. */
  differs?: true
  input?: Partial<Record<Table, Partial<InputConfig>>>
  config?: Partial<Config>
}

const { spend, installs, revenue } = clean()

const CASES: readonly Case[] = [
  { name: 'semicolons', files: { spend: csvOf(spend, ';') }, says: /separated by semicolons/ },
  {
    name: 'semicolons and decimal commas',
    files: {
      spend: csvOf(
        change(spend, 5, c => c.replace('.', ',')),
        ';',
      ),
    },
    says: /separated by semicolons; decimal comma \("1200,50"\)/,
  },
  {
    name: 'semicolons, dots for thousands',
    files: {
      spend: csvOf(
        change(spend, 5, c => money(c, ',', '.')),
        ';',
      ),
    },
    says: /decimal comma \("1\.200,50"\)/,
  },
  {
    name: 'semicolons and a comma in a name',
    files: { spend: csvOf([...spend, ['2025-01-02', 'IOS', 'A', 'One, too', 'US', '0']], ';') },
    differs: true,
    says: /semicolons/,
  },
  { name: 'tabs', files: { spend: csvOf(spend, '\t') }, says: /separated by tabs/ },
  { name: 'bars', files: { spend: csvOf(spend, '|') }, says: /separated by bars/ },
  {
    name: 'tabs named .tsv',
    files: { spend: { name: 'spend.tsv', content: text(spend, '\t') } },
    says: /tabs/,
  },
  {
    name: 'quoted decimal commas',
    files: { revenue: csvOf(change(revenue, 6, c => c.replace('.', ','))) },
    says: /revenue\.csv: read as decimal comma/,
  },
  {
    name: 'commas for thousands',
    files: { spend: csvOf(change(spend, 5, c => money(c, '.', ','))) },
    says: /decimal point \("1,200.50"\)/,
  },
  {
    name: 'spaces for thousands',
    files: {
      spend: csvOf(
        change(spend, 5, c => money(c, ',', ' ')),
        ';',
      ),
    },
    says: /decimal comma/,
  },
  {
    name: 'narrow spaces for thousands',
    files: {
      spend: csvOf(
        change(spend, 5, c => money(c, ',', '\u202f')),
        ';',
      ),
    },
    says: /decimal comma/,
  },
  {
    name: 'apostrophes for thousands',
    files: { spend: csvOf(change(spend, 5, c => money(c, '.', "'"))) },
    says: /decimal point/,
  },
  {
    name: 'dollar signs',
    files: { spend: csvOf(change(spend, 5, c => `$${money(c, '.', ',')}`)) },
    says: /amounts with \$/,
  },
  {
    name: 'codes behind amounts',
    files: { spend: csvOf(change(spend, 5, c => `${c} USD`)) },
    says: /amounts with USD/,
  },
  {
    name: 'euro signs in a dollar app',
    files: { spend: csvOf(change(spend, 5, c => `€${c}`)) },
    refused: /is not the sign of USD: state currency: EUR/,
    then: { input: { currency: 'EUR' }, files: {}, config: {} },
    differs: true,
  },
  {
    name: 'installs with thousands',
    files: { installs: csvOf(change(installs, 5, c => c.replace(/^(\d)(\d{3})$/, '$1,$2'))) },
    says: /decimal point/,
  },
  {
    name: 'installs with dots for thousands',
    files: { installs: csvOf(change(installs, 5, c => c.replace(/^(\d)(\d{3})$/, '$1.$2'))) },
    says: /decimal comma \("1\.000"\)/,
  },
  {
    name: 'amounts that may be thousands or decimals',
    files: { spend: csvOf(change(spend, 5, c => `${c.slice(0, 1)},${c.slice(1, 4)}`)) },
    refused: /can be thousands or a decimal mark/,
    then: { input: { decimal: '.' } },
    differs: true,
  },
  {
    name: 'dashes and n/a for nothing',
    files: {
      spend: csvOf([
        ...spend,
        ['2025-01-02', 'IOS', 'A', 'One', 'US', '-'],
        ['2025-01-02', 'IOS', 'A', 'One', 'US', 'n/a'],
      ]),
    },
    says: /as empty/,
  },
  {
    name: 'DD/MM/YYYY',
    files: {
      spend: csvOf(
        change(
          spend,
          0,
          date((y, m, d) => `${d}/${m}/${y}`),
        ),
      ),
    },
    says: /day\/month\/year \("13\/01\/2025" decides\)/,
  },
  {
    name: 'MM/DD/YYYY',
    files: {
      spend: csvOf(
        change(
          spend,
          0,
          date((y, m, d) => `${m}/${d}/${y}`),
        ),
      ),
    },
    says: /month\/day\/year \("01\/13\/2025" decides\)/,
  },
  {
    name: 'D.M.YYYY',
    files: {
      spend: csvOf(
        change(
          spend,
          0,
          date((y, m, d) => `${Number(d)}.${Number(m)}.${y}`),
        ),
      ),
    },
    says: /day\/month\/year/,
  },
  {
    name: 'M/D/YY',
    files: {
      spend: csvOf(
        change(
          spend,
          0,
          date((y, m, d) => `${Number(m)}/${Number(d)}/${y.slice(2)}`),
        ),
      ),
    },
    says: /month\/day\/year/,
  },
  {
    name: 'days that are all before the 13th',
    files: {
      spend: csvOf(
        change(
          spend.filter((_, n) => n < 23),
          0,
          date((y, m, d) => `${d}/${m}/${y}`),
        ),
      ),
    },
    refused: /can be day\/month or month\/day/,
    then: { input: { dateOrder: 'dmy' } },
    differs: true,
  },
  {
    name: 'Jan 5, 2025',
    files: {
      spend: csvOf(
        change(
          spend,
          0,
          date((y, _, d) => `Jan ${Number(d)}, ${y}`),
        ),
      ),
    },
  },
  {
    name: '20250105',
    files: {
      spend: csvOf(
        change(
          spend,
          0,
          date((y, m, d) => `${y}${m}${d}`),
        ),
      ),
    },
  },
  {
    name: 'unix seconds',
    files: { spend: csvOf(change(spend, 0, c => String(seconds(c)))) },
    says: /times counted since 1970, with the days of UTC/,
  },
  {
    name: 'unix milliseconds',
    files: { spend: csvOf(change(spend, 0, c => String(seconds(c) * 1000))) },
    says: /since 1970/,
  },
  {
    name: 'times in UTC',
    files: { spend: csvOf(change(spend, 0, c => `${c}T03:00:00Z`)) },
    says: /times in UTC/,
  },
  {
    name: 'times at +09:00',
    files: { spend: csvOf(change(spend, 0, c => `${c}T03:00:00+09:00`)) },
    refused: /has a time zone: state app\.time_zone.*"\+09:00"/,
    then: { app: { timeZone: '+09:00' } },
  },
  {
    name: 'times at +09:00 for an app in Berlin',
    files: { spend: csvOf(change(spend, 0, c => `${c}T13:00:00+09:00`)) },
    config: { app: { ...configFor('', []).app, timeZone: 'Europe/Berlin' } },
    says: /times with a zone, converted to Europe\/Berlin/,
  },
  { name: 'UTF-16 with a mark', files: { spend: { content: utf16(text(spend)) } }, says: /UTF-16/ },
  {
    name: 'UTF-16, tabs, as a spreadsheet saves Unicode text',
    files: { spend: { name: 'spend.txt', content: utf16(text(spend, '\t')) } },
    says: /UTF-16; separated by tabs/,
  },
  {
    name: 'UTF-16, high byte first',
    files: { spend: { content: utf16(text(spend), true) } },
    says: /UTF-16/,
  },
  {
    name: 'UTF-8 with a mark, and semicolons',
    files: { spend: { content: `\ufeff${text(spend, ';')}` } },
    says: /semicolons/,
  },
  {
    name: 'gzip',
    files: { spend: { name: 'spend.csv.gz', content: gzipSync(text(spend)) } },
    says: /packed with gzip/,
  },
  {
    name: 'a total at the end',
    files: { spend: csvOf([...spend, ['Total', '', '', '', '', sumOf(spend)]]) },
    says: /1 row of totals, left out \(80730\.30 in all\)/,
  },
  {
    name: 'a total without a word',
    files: { spend: csvOf([...spend, ['', '', '', '', '', sumOf(spend)]]) },
    says: /1 row of totals/,
  },
  {
    name: 'a total in another word',
    files: {
      spend: csvOf([spend[0]!, ['Sum of all', '', '', '', '', sumOf(spend)], ...spend.slice(1)]),
    },
    says: /1 row of totals/,
  },
  {
    name: 'a total that is not the sum',
    files: { spend: csvOf([...spend, ['Total', '', '', '', '', '99999']]) },
    refused: /must be a date of 2000 to 2099/,
  },
  {
    name: 'a total a day',
    files: {
      installs: csvOf([
        ...installs,
        ...Array.from({ length: DAYS }, (_, n) => [
          dateOf(FIRST + n),
          'Total',
          '',
          '',
          '',
          sumOf(installs, dateOf(FIRST + n)),
        ]),
      ]),
    },
    says: /30 rows of totals/,
  },
  {
    name: 'headers in words',
    files: {
      spend: csvOf(head(spend, ['Date', 'Platform', 'Network', 'Campaign', 'Country', 'Spend'])),
    },
    says: /headers "Date" as date/,
  },
  {
    name: "Adjust's readable headers",
    files: {
      spend: csvOf(
        head(spend, [
          'Day',
          'OS name',
          'Channel',
          'Campaign (network)',
          'Country code',
          'Ad spend',
        ]),
      ),
    },
    input: { spend: { format: 'adjust' } },
    says: /"OS name" as os_name/,
  },
  {
    name: "Adjust's readable cohort headers",
    files: {
      revenue: csvOf(
        head(wide(), [
          'Day',
          'OS name',
          'Channel',
          'Campaign (network)',
          'Country code',
          ...[0, 1, 2, 3].map(n => `${n}D All Revenue Total`),
        ]),
      ),
    },
    input: { revenue: { format: 'adjust' } },
  },
  {
    name: 'a sum that falls with age once',
    files: {
      revenue: csvOf(change(wide(), 6, (c, row) => (row === 9 ? String(Number(c) - 720) : c))),
    },
    input: { revenue: { columns: { revenue: 'r_d<n>' } } },

    says: /1 cumulative sums? fell with age/,
    differs: true,
  },
  {
    name: 'sums that fall by more than the bound',
    files: { revenue: csvOf(change(wide(), 6, (c, row) => (row % 3 === 0 ? '1' : c))) },
    input: { revenue: { columns: { revenue: 'r_d<n>' } } },
    refused:
      /revenue by day 1 .*must not fall with age: revenue is cumulative, and falls are [\d.]+ % of the money; at most 0\.10 % are repaired/,
  },
  {
    name: 'a credit of a campaign that spent nothing that day',
    files: { spend: csvOf([...spend, ['2025-01-02', 'IOS', 'C', 'Three', 'US', '-5']]) },
    says: /spend: 1 day of a segment is negative/,
    differs: true,
  },
  {
    name: 'a credit within a campaign that spent more',
    files: { spend: csvOf([...spend, ['2025-01-02', 'IOS', 'A', 'One', 'US', '-100.50']]) },
    differs: true,
  },
  {
    name: 'credits beyond the bound',
    files: { spend: csvOf([...spend, ['2025-01-02', 'IOS', 'C', 'Three', 'US', '-5000']]) },
    refused: /must not be negative/,
  },
  {
    name: 'revenue without zeros',
    files: {
      revenue: csvOf([
        revenue[0]!,
        ...revenue.filter(
          (row, n) =>
            n > 0 && row[5] === '0' && ['2025-01-02', '2025-01-09', '2025-01-20'].includes(row[0]!),
        ),
      ]),
    },
    differs: true,
  },
  {
    name: 'revenue that ends days before the installs, in a tiny studio',
    files: { revenue: csvOf([revenue[0]!, ['2025-01-27', 'IOS', 'A', 'One', 'US', '0', '4.99']]) },
    differs: true,
  },
]

function prepare(folder: string, { files, input, config }: Case, then: Case['then']): Config {
  mkdirSync(folder, { recursive: true })
  const all = { ...files, ...then?.files }
  const tables = (['spend', 'installs', 'revenue'] as const).map(table => {
    const { name = `${table}.csv`, content }: { name?: string; content: string | Buffer } =
      all[table] ?? csvOf({ spend, installs, revenue }[table])
    writeFileSync(join(folder, name), content)
    return {
      table,
      files: [name],
      ...input?.[table],
      ...(files[table] === undefined ? {} : then?.input),
    }
  })
  const base = configFor(folder, tables, { ...config, ...then?.config })
  return { ...base, app: { ...base.app, ...then?.app } }
}

t.test('messy files are read and reported, or refused with the setting to add', async t => {
  const wanted = linesOf(
    (await read(prepare(t.testdir(), { name: '', files: {} }, undefined))).facts,
  )
  const wantedWide = linesOf(
    (
      await read(
        prepare(
          t.testdir(),
          {
            name: '',
            files: { revenue: csvOf(wide()) },
            input: { revenue: { columns: { revenue: 'r_d<n>' } } },
          },
          undefined,
        ),
      )
    ).facts,
  )
  const root = t.testdir()
  for (const [number, one] of CASES.entries()) {
    await t.test(one.name, async t => {
      const folder = join(root, String(number))
      const first = await read(prepare(folder, one, undefined)).catch(
        (error: unknown) => error as Error,
      )
      if (one.refused !== undefined) {
        if (!(first instanceof ForecastFaults))
          throw first instanceof Error ? first : new Error(`not refused: ${first.notes.join(' ')}`)
        t.match(
          first.faults.map(({ rule, column, value }) => `${column} ${value}: ${rule}`).join('\n'),
          one.refused,
        )
        if (process.env['SHOWN'] !== undefined)
          t.comment(
            `${one.name} | refused: ${first.faults[0]!.file}, ${first.faults[0]!.column}: ${first.faults[0]!.rule} (${first.faults[0]!.value})${first.total > 1 ? ` and ${first.total - 1} more` : ''} | ${one.then === undefined ? 'mend the cells' : 'one key'}`,
          )
        if (one.then === undefined || one.differs) return
        const second = await read(prepare(folder, one, one.then))
        t.same(linesOf(second.facts), wanted, 'one round')
        return
      }
      if (first instanceof Error) throw first
      if (one.says !== undefined) t.match(first.notes.join('\n'), one.says)
      if (!one.differs)
        t.same(
          linesOf(first.facts),
          one.files.revenue !== undefined &&
            first.facts.revenue.some(({ exportedAges }) => exportedAges !== undefined)
            ? wantedWide
            : wanted,
        )
      if (process.env['SHOWN'] !== undefined)
        t.comment(
          `${one.name} | ${first.notes.filter(note => !/organic network/.test(note)).join(' ')} | none`,
        )
    })
  }
})

import { DSIS, ENCODINGS, type Defect, type Form, type Row } from './world.ts'

/** A line about this file and column; a revenue without its cohort names every column of the key. */
function lineOf(table: string, column: string): RegExp {
  return new RegExp(`^(?!.*must have a row in cohorts)(?=.*\\b${table}\\.(csv|parquet)).*\\b${column}\\b`)
}

/** Cells of a column, in the rows that `where` chooses by their number from 1. */
function cells(table: string, column: string, to: (cell: string, row: number) => string, where = (_row: number): boolean => true): Defect {
  return {
    table,
    what: `cells of ${column}`,
    said: lineOf(table, column),
    rows: rows => {
      const at = rows[0]!.indexOf(column)
      return rows.map((row, index) =>
        index === 0 || !where(index) ? row : row.map((cell, place) => (place === at ? to(cell, index) : cell)),
      )
    },
  }
}

function header(table: string, column: string, name: string): Defect {
  return {
    table,
    what: `header ${name}`,
    said: lineOf(table, column),
    rows: ([first, ...rows]) => [first!.map(cell => (cell === column ? name : cell)), ...rows],
  }
}

function file(table: string, what: string, form: Partial<Form>, said = new RegExp(`\\b${table}\\.`)): Defect {
  return { table, what, said, form: before => ({ ...before, ...form }) }
}

function text(table: string, what: string, change: (text: string) => string, said = new RegExp(`\\b${table}\\.csv`)): Defect {
  return { table, what, said, form: form => ({ ...form, text: [...form.text, change] }) }
}

function rows(table: string, what: string, change: (rows: Row[]) => Row[], said = new RegExp(`\\b${table}\\.csv`)): Defect {
  return { table, what, said, rows: change }
}

const UTF16 = /UTF-16/
const SEMICOLONS = /semicolons/
const LATIN1 = /UTF-8.*(Latin-1|Windows-1252)/

function saying(table: string, what: RegExp): RegExp {
  return new RegExp(`\\b${table}\\.csv.*(${what.source})`)
}

const utf16 = (table: string): Defect => file(table, 'UTF-16', { bytes: ENCODINGS.utf16 }, saying(table, UTF16))
const latin1 = (table: string): Defect => file(table, 'Latin-1', { bytes: ENCODINGS.latin1 }, saying(table, LATIN1))
const semicolons = (table: string): Defect => file(table, 'semicolons', { separator: ';' }, saying(table, SEMICOLONS))
const tabs = (table: string): Defect => file(table, 'tabs', { separator: '\t' }, saying(table, /tabs/))
const workbook = (table: string): Defect => file(table, 'a workbook', { bytes: ENCODINGS.workbook }, saying(table, /workbook/))
const gzip = (table: string): Defect => file(table, 'gzip', { bytes: ENCODINGS.gzip }, saying(table, /gzip/))
const missing = (table: string): Defect => file(table, 'missing', { name: undefined })

const FACTS = ['cohorts', 'cohort_revenue', 'roas_snapshots']
const OF_RUNS = [...FACTS, 'recommendations']

const comma = (cell: string): string => cell.replace('.', ',')
const upper = (cell: string): string => cell.toUpperCase()
const lower = (cell: string): string => cell.toLowerCase()
const iOS = (cell: string): string => (cell === 'IOS' ? 'iOS' : cell)
const dayFirst = (cell: string): string => cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
const monthFirst = (cell: string): string => cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')
const serial = (cell: string): string => String(Math.round(Date.parse(cell) / 864e5) + 25_569)
const every = (nth: number) => (row: number) => row % nth === 0

/** Broken deliveries as studios send them: what is wrong, and what tells a person of it. */
export const DELIVERIES: readonly { name: string; defects: readonly Defect[] }[] = [
  {
    name: 'cohorts as "Unicode text" of a spreadsheet',
    defects: [utf16('cohorts'), tabs('cohorts'), cells('recommendations', 'spend', () => '-1')],
  },
  {
    name: 'cohorts in UTF-16, with dates and platforms of their own',
    defects: [utf16('cohorts'), cells('cohorts', 'install_date', dayFirst), cells('cohorts', 'platform', iOS)],
  },
  {
    name: 'a German spreadsheet',
    defects: FACTS.flatMap(table => [semicolons(table), cells(table, table === 'cohort_revenue' ? 'paid_gross' : 'spend', comma)]),
  },
  {
    name: 'a German spreadsheet in Latin-1',
    defects: FACTS.flatMap(table => [latin1(table), semicolons(table), cells(table, 'install_date', dayFirst)]),
  },
  { name: 'a workbook named cohorts.csv', defects: [workbook('cohorts'), cells('cohort_revenue', 'dsi', () => '14', every(40))] },
  {
    name: 'cohorts.xlsx',
    defects: [
      file('cohorts', 'named .xlsx', { name: 'cohorts.xlsx', bytes: ENCODINGS.workbook }),
      cells('recommendations', 'platform', iOS),
    ],
  },
  {
    name: 'cohort_revenue.csv.gz',
    defects: [
      file('cohort_revenue', 'packed', { name: 'cohort_revenue.csv.gz', bytes: ENCODINGS.gzip }),
      cells('recommendations', 'confidence_score', () => 'NaN'),
    ],
  },
  { name: 'gzip named .csv', defects: [gzip('cohort_revenue'), cells('cohorts', 'country', lower)] },
  {
    name: 'four files, each unreadable for another reason',
    defects: [
      utf16('runs'),
      semicolons('cohorts'),
      workbook('apps'),
      gzip('networks'),
      cells('recommendations', 'lookback_days', () => '0'),
    ],
  },
  { name: 'no runs.csv', defects: [missing('runs'), cells('cohorts', 'spend', () => '12.34567', every(10))] },
  { name: 'no cohorts.csv', defects: [missing('cohorts'), cells('recommendations', 'target_dsi', () => '7.0')] },
  { name: 'no apps.csv', defects: [missing('apps'), cells('runs', 'status', upper)] },
  { name: 'no companies.csv and no apps.csv', defects: [missing('companies'), missing('apps')] },
  {
    name: 'revenue cut in its last row',
    defects: [
      text('cohort_revenue', 'cut', all => all.slice(0, -30)),
      cells('cohort_revenue', 'paid_net', comma, every(50)),
      cells('cohorts', 'platform', iOS),
    ],
  },
  {
    name: 'revenue cut inside quotes',
    defects: [
      text('cohort_revenue', 'cut', all => all.slice(0, all.lastIndexOf('"Brand') + 4)),
      cells('recommendations', 'granularity', upper),
    ],
  },
  {
    name: 'Latin-1 cohorts, and small letters',
    defects: [latin1('cohorts'), cells('cohorts', 'country', lower), cells('alerts', 'country', lower)],
  },
  {
    name: 'headers in capitals',
    defects: [
      header('networks', 'traditional', 'TRADITIONAL'),
      header('cohorts', 'spend', 'SPEND'),
      cells('recommendations', 'spend', comma),
    ],
  },
  {
    name: 'headers in words',
    defects: [
      header('cohorts', 'spend', 'Spend (USD)'),
      header('cohorts', 'install_date', 'Install Date'),
      cells('cohorts', 'country', () => 'USA', every(4)),
    ],
  },
  { name: 'no header', defects: [rows('networks', 'no header', all => all.slice(1)), cells('networks', 'traditional', upper)] },
  {
    name: 'a line sep=;',
    defects: [semicolons('cohorts'), text('cohorts', 'sep=;', all => `sep=;\n${all}`), cells('cohorts', 'spend', comma)],
  },
  { name: 'iOS everywhere', defects: ['bet_lookbacks', 'events', ...OF_RUNS].map(table => cells(table, 'platform', iOS)) },
  { name: 'small countries in facts', defects: FACTS.map(table => cells(table, 'country', lower)) },
  { name: 'small countries in cohorts alone', defects: [cells('cohorts', 'country', lower)] },
  {
    name: 'blanks after networks in cohorts',
    defects: [{ ...cells('cohorts', 'network', cell => `${cell} `), said: /cohorts.*network/ }, cells('alerts', 'daily_spend', comma)],
  },
  { name: 'blanks around platforms', defects: OF_RUNS.map(table => cells(table, 'platform', cell => `${cell} `)) },
  { name: 'day/month/year', defects: FACTS.map(table => cells(table, 'install_date', dayFirst)) },
  {
    name: 'month/day/year that may be day/month/year',
    defects: FACTS.map(table =>
      cells(
        table,
        'install_date',
        cell => monthFirst(cell.replace(/-(\d\d)$/, (_, day: string) => `-${String((Number(day) % 12) + 1).padStart(2, '0')}`)),
        row => row < 40,
      ),
    ),
  },
  { name: 'days as numbers of a spreadsheet', defects: FACTS.map(table => cells(table, 'install_date', serial)) },
  {
    name: 'days with times',
    defects: [
      ...FACTS.map(table => cells(table, 'install_date', cell => `${cell} 00:00:00`)),
      cells('runs', 'created_at', cell => cell.replace('T', ' ').replace('Z', '')),
    ],
  },
  {
    name: 'NaN for nothing',
    defects: [
      cells('recommendations', 'confidence_score', () => 'NaN'),
      cells('recommendations', 'target_paid_net_roas', () => 'null'),
      cells('cohorts', 'spend', () => 'NaN', every(8)),
    ],
  },
  {
    name: 'whole numbers of pandas',
    defects: [
      cells('cohorts', 'paid_installs', cell => `${cell}.0`),
      cells('cohort_revenue', 'dsi', cell => `${cell}.0`),
      cells('runs', 'run_id', cell => `${cell}.0`),
    ],
  },
  {
    name: 'dollars and thousands',
    defects: [
      cells('cohorts', 'spend', cell => `$${cell}`),
      cells('recommendations', 'spend', () => '7,500.5'),
      cells('alerts', 'daily_spend', () => '1 250'),
    ],
  },
  {
    name: 'a DSI that the app does not list',
    defects: [
      cells(
        'apps',
        'dsi_values',
        () => DSIS.slice(0, 3).join(','),
        () => true,
      ),
    ].map(defect => ({ ...defect, said: /dsi_values/ })),
  },
  {
    name: 'a list in brackets, and a target of its own',
    defects: [
      cells('apps', 'dsi_values', () => '[0, 1, 7, 30]'),
      cells('apps', 'live', upper),
      cells('cohort_revenue', 'dsi', () => '14', every(64)),
    ],
  },
  {
    name: 'a run of another number',
    defects: [
      { ...cells('runs', 'run_id', cell => (cell === '1' ? '11' : cell)), said: /must be a run of this delivery/ },
      cells('recommendations', 'confidence_score', () => '70'),
    ],
  },
  { name: 'exported twice', defects: FACTS.map(table => rows(table, 'rows twice', all => [...all, ...all.slice(1)])) },
  {
    name: 'truth in capitals',
    defects: [cells('networks', 'traditional', upper), cells('apps', 'live', () => 'WAHR'), cells('apps', 'currency', lower)],
  },
  {
    name: 'quotes in names',
    defects: [
      ...[5, 9, 13].map(row =>
        text(
          'cohorts',
          `quote in row ${row}`,
          all =>
            all
              .split('\n')
              .map((line, at) => (at === row ? line.replace('Spring sale', 'Spring 5" sale') : line))
              .join('\n'),
          new RegExp(`cohorts\\.csv.*(line|lines|,) ?.*\\b${row + 1}\\b`),
        ),
      ),
      cells('recommendations', 'spend', comma),
    ],
  },
  {
    name: 'commas in names without quotes',
    defects: [
      text('cohorts', 'commas', all => all.replaceAll('"', '')),
      cells('cohorts', 'country', lower),
      cells('roas_snapshots', 'spend', comma),
    ],
  },
  {
    name: 'mixed line ends',
    defects: [text('cohorts', 'CR LF', all => all.replace('\n', '\r\n')), cells('cohorts', 'spend', cell => `-${cell}`)],
  },
  {
    name: 'a total at the end',
    defects: [
      rows('cohorts', 'total', all => [...all, ['Total', '', '', '', '', '', '99999', '', '', '']]),
      cells('cohort_revenue', 'platform', iOS),
    ],
  },
  {
    name: 'a run that ends too early',
    defects: [
      { ...cells('runs', 'max_install_date', cell => (cell === '' ? '' : '2026-03-10')), said: /max_install_date/ },
      cells('recommendations', 'target_dsi', () => ''),
    ],
  },
]

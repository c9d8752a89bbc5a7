import { DSIS, ENCODINGS, type Defect, type Form, type Row } from './sound-tables.ts'

/** A line about this file and column; a revenue without its cohort names every column of the key. */
function lineOf(table: string, column: string): RegExp {
  return new RegExp(
    `^(?!.*must have a row in cohorts)(?=.*\\b${table}\\.(csv|parquet)).*\\b${column}\\b`,
  )
}

/** Cells of a column, in the rows that `where` chooses by their number from 1. */
function cells(
  table: string,
  column: string,
  to: (cell: string, row: number) => string,
  where = (_row: number): boolean => true,
): Defect {
  return {
    table,
    what: `cells of ${column}`,
    said: lineOf(table, column),
    rows: rows => {
      const at = rows[0]!.indexOf(column)
      return rows.map((row, index) =>
        index === 0 || !where(index)
          ? row
          : row.map((cell, place) => (place === at ? to(cell, index) : cell)),
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

function file(
  table: string,
  what: string,
  form: Partial<Form>,
  said = new RegExp(`\\b${table}\\.`),
): Defect {
  return { table, what, said, form: before => ({ ...before, ...form }) }
}

function text(
  table: string,
  what: string,
  change: (text: string) => string,
  said = new RegExp(`\\b${table}\\.csv`),
): Defect {
  return { table, what, said, form: form => ({ ...form, text: [...form.text, change] }) }
}

function rows(
  table: string,
  what: string,
  change: (rows: Row[]) => Row[],
  said = new RegExp(`\\b${table}\\.csv`),
): Defect {
  return { table, what, said, rows: change }
}

const UTF16 = /UTF-16/
const SEMICOLONS = /semicolons/
const LATIN1 = /UTF-8.*(Latin-1|Windows-1252)/

function saying(table: string, what: RegExp): RegExp {
  return new RegExp(`\\b${table}\\.csv.*(${what.source})`)
}

function utf16(table: string): Defect {
  return file(table, 'UTF-16', { bytes: ENCODINGS.utf16 }, saying(table, UTF16))
}

function latin1(table: string): Defect {
  return file(table, 'Latin-1', { bytes: ENCODINGS.latin1 }, saying(table, LATIN1))
}

function semicolons(table: string): Defect {
  return file(table, 'semicolons', { separator: ';' }, saying(table, SEMICOLONS))
}

function tabs(table: string): Defect {
  return file(table, 'tabs', { separator: '\t' }, saying(table, /tabs/))
}

function workbook(table: string): Defect {
  return file(table, 'a workbook', { bytes: ENCODINGS.workbook }, saying(table, /workbook/))
}

function gzip(table: string): Defect {
  return file(table, 'gzip', { bytes: ENCODINGS.gzip }, saying(table, /gzip/))
}

function missing(table: string): Defect {
  return file(table, 'missing', { name: undefined })
}

const FACTS = ['cohorts', 'cohort_revenue', 'roas_snapshots']
const OF_RUNS = [...FACTS, 'recommendations']

function comma(cell: string): string {
  return cell.replace('.', ',')
}

function upper(cell: string): string {
  return cell.toUpperCase()
}

function lower(cell: string): string {
  return cell.toLowerCase()
}

function iOS(cell: string): string {
  return cell === 'IOS' ? 'iOS' : cell
}

function dayFirst(cell: string): string {
  return cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
}

function monthFirst(cell: string): string {
  return cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')
}

function serial(cell: string): string {
  return String(Math.round(Date.parse(cell) / 864e5) + 25_569)
}

function every(nth: number): (row: number) => boolean {
  return row => row % nth === 0
}

interface Broken {
  name: string
  defects: readonly Defect[]
  /** Repairs by `--fix`, and lines about the errors that are left. */
  fix: { repairs: number; left: number }
}

/** Broken deliveries as studios send them: what is wrong, and what tells a person of it. */
export const DELIVERIES: readonly Broken[] = [
  {
    name: 'cohorts as "Unicode text" of a spreadsheet',
    fix: { repairs: 2, left: 1 },
    defects: [utf16('cohorts'), tabs('cohorts'), cells('recommendations', 'spend', () => '-1')],
  },
  {
    name: 'cohorts in UTF-16, with dates and platforms of their own',
    fix: { repairs: 3, left: 0 },
    defects: [
      utf16('cohorts'),
      cells('cohorts', 'install_date', dayFirst),
      cells('cohorts', 'platform', iOS),
    ],
  },
  {
    name: 'a German spreadsheet',
    fix: { repairs: 6, left: 0 },
    defects: FACTS.flatMap(table => [
      semicolons(table),
      cells(table, table === 'cohort_revenue' ? 'paid_gross' : 'spend', comma),
    ]),
  },
  {
    name: 'a German spreadsheet in Latin-1',
    fix: { repairs: 9, left: 0 },
    defects: FACTS.flatMap(table => [
      latin1(table),
      semicolons(table),
      cells(table, 'install_date', dayFirst),
    ]),
  },
  {
    name: 'a workbook named cohorts.csv',
    fix: { repairs: 0, left: 2 },
    defects: [workbook('cohorts'), cells('cohort_revenue', 'dsi', () => '14', every(40))],
  },
  {
    name: 'cohorts.xlsx',
    fix: { repairs: 1, left: 1 },
    defects: [
      file('cohorts', 'named .xlsx', { name: 'cohorts.xlsx', bytes: ENCODINGS.workbook }),
      cells('recommendations', 'platform', iOS),
    ],
  },
  {
    name: 'cohort_revenue.csv.gz',
    fix: { repairs: 1, left: 1 },
    defects: [
      file('cohort_revenue', 'packed', { name: 'cohort_revenue.csv.gz', bytes: ENCODINGS.gzip }),
      cells('recommendations', 'confidence_score', () => 'NaN'),
    ],
  },
  {
    name: 'gzip named .csv',
    fix: { repairs: 1, left: 1 },
    defects: [gzip('cohort_revenue'), cells('cohorts', 'country', lower)],
  },
  {
    name: 'four files, each unreadable for another reason',
    fix: { repairs: 2, left: 3 },
    defects: [
      utf16('runs'),
      semicolons('cohorts'),
      workbook('apps'),
      gzip('networks'),
      cells('recommendations', 'lookback_days', () => '0'),
    ],
  },
  {
    name: 'no runs.csv',
    fix: { repairs: 0, left: 2 },
    defects: [missing('runs'), cells('cohorts', 'spend', () => '12.34567', every(10))],
  },
  {
    name: 'no cohorts.csv',
    fix: { repairs: 1, left: 1 },
    defects: [missing('cohorts'), cells('recommendations', 'target_dsi', () => '7.0')],
  },
  {
    name: 'no apps.csv',
    fix: { repairs: 1, left: 1 },
    defects: [missing('apps'), cells('runs', 'status', upper)],
  },
  {
    name: 'no companies.csv and no apps.csv',
    fix: { repairs: 0, left: 2 },
    defects: [missing('companies'), missing('apps')],
  },
  {
    name: 'revenue cut in its last row',
    fix: { repairs: 1, left: 3 },
    defects: [
      text('cohort_revenue', 'cut', all => all.slice(0, -30)),
      cells('cohort_revenue', 'paid_net', comma, every(50)),
      cells('cohorts', 'platform', iOS),
    ],
  },
  {
    name: 'revenue cut inside quotes',
    fix: { repairs: 1, left: 1 },
    defects: [
      text('cohort_revenue', 'cut', all => all.slice(0, all.lastIndexOf('"Brand') + 4)),
      cells('recommendations', 'granularity', upper),
    ],
  },
  {
    name: 'Latin-1 cohorts, and small letters',
    fix: { repairs: 3, left: 0 },
    defects: [
      latin1('cohorts'),
      cells('cohorts', 'country', lower),
      cells('alerts', 'country', lower),
    ],
  },
  {
    name: 'headers in capitals',
    fix: { repairs: 3, left: 0 },
    defects: [
      header('networks', 'traditional', 'TRADITIONAL'),
      header('cohorts', 'spend', 'SPEND'),
      cells('recommendations', 'spend', comma),
    ],
  },
  {
    name: 'headers in words',
    fix: { repairs: 1, left: 2 },
    defects: [
      header('cohorts', 'spend', 'Spend (USD)'),
      header('cohorts', 'install_date', 'Install Date'),
      cells('cohorts', 'country', () => 'USA', every(4)),
    ],
  },
  {
    name: 'no header',
    fix: { repairs: 0, left: 1 },
    defects: [
      rows('networks', 'no header', all => all.slice(1)),
      cells('networks', 'traditional', upper),
    ],
  },
  {
    name: 'a line sep=;',
    fix: { repairs: 3, left: 0 },
    defects: [
      semicolons('cohorts'),
      text('cohorts', 'sep=;', all => `sep=;\n${all}`),
      cells('cohorts', 'spend', comma),
    ],
  },
  {
    name: 'iOS everywhere',
    fix: { repairs: 6, left: 0 },
    defects: ['bet_lookbacks', 'events', ...OF_RUNS].map(table => cells(table, 'platform', iOS)),
  },
  {
    name: 'small countries in facts',
    fix: { repairs: 3, left: 0 },
    defects: FACTS.map(table => cells(table, 'country', lower)),
  },
  {
    name: 'small countries in cohorts alone',
    fix: { repairs: 1, left: 0 },
    defects: [cells('cohorts', 'country', lower)],
  },
  {
    name: 'blanks after networks in cohorts',
    fix: { repairs: 2, left: 0 },
    defects: [
      { ...cells('cohorts', 'network', cell => `${cell} `), said: /cohorts.*network/ },
      cells('alerts', 'daily_spend', comma),
    ],
  },
  {
    name: 'blanks around platforms',
    fix: { repairs: 4, left: 0 },
    defects: OF_RUNS.map(table => cells(table, 'platform', cell => `${cell} `)),
  },
  {
    name: 'day/month/year',
    fix: { repairs: 3, left: 0 },
    defects: FACTS.map(table => cells(table, 'install_date', dayFirst)),
  },
  {
    name: 'month/day/year that may be day/month/year',
    fix: { repairs: 0, left: 2 },
    defects: FACTS.map(table =>
      cells(
        table,
        'install_date',
        cell =>
          monthFirst(
            cell.replace(
              /-(\d\d)$/,
              (_, day: string) => `-${String((Number(day) % 12) + 1).padStart(2, '0')}`,
            ),
          ),
        row => row < 40,
      ),
    ),
  },
  {
    name: 'days as numbers of a spreadsheet',
    fix: { repairs: 0, left: 2 },
    defects: FACTS.map(table => cells(table, 'install_date', serial)),
  },
  {
    name: 'days with times',
    fix: { repairs: 3, left: 2 },
    defects: [
      ...FACTS.map(table => cells(table, 'install_date', cell => `${cell} 00:00:00`)),
      cells('runs', 'created_at', cell => cell.replace('T', ' ').replace('Z', '')),
    ],
  },
  {
    name: 'NaN for nothing',
    fix: { repairs: 2, left: 1 },
    defects: [
      cells('recommendations', 'confidence_score', () => 'NaN'),
      cells('recommendations', 'target_paid_net_roas', () => 'null'),
      cells('cohorts', 'spend', () => 'NaN', every(8)),
    ],
  },
  {
    name: 'whole numbers of pandas',
    fix: { repairs: 3, left: 0 },
    defects: [
      cells('cohorts', 'paid_installs', cell => `${cell}.0`),
      cells('cohort_revenue', 'dsi', cell => `${cell}.0`),
      cells('runs', 'run_id', cell => `${cell}.0`),
    ],
  },
  {
    name: 'dollars and thousands',
    fix: { repairs: 2, left: 2 },
    defects: [
      cells('cohorts', 'spend', cell => `$${cell}`),
      cells('recommendations', 'spend', () => '7,500.5'),
      cells('alerts', 'daily_spend', () => '1 250'),
    ],
  },
  {
    name: 'a DSI that the app does not list',
    fix: { repairs: 0, left: 1 },
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
    fix: { repairs: 2, left: 1 },
    defects: [
      cells('apps', 'dsi_values', () => '[0, 1, 7, 30]'),
      cells('apps', 'live', upper),
      cells('cohort_revenue', 'dsi', () => '14', every(64)),
    ],
  },
  {
    name: 'a run of another number',
    fix: { repairs: 0, left: 2 },
    defects: [
      {
        ...cells('runs', 'run_id', cell => (cell === '1' ? '11' : cell)),
        said: /must be a run of this delivery/,
      },
      cells('recommendations', 'confidence_score', () => '70'),
    ],
  },
  {
    name: 'exported twice',
    fix: { repairs: 0, left: 6 },
    defects: FACTS.map(table => rows(table, 'rows twice', all => [...all, ...all.slice(1)])),
  },
  {
    name: 'truth in capitals',
    fix: { repairs: 2, left: 1 },
    defects: [
      cells('networks', 'traditional', upper),
      cells('apps', 'live', () => 'yes'),
      cells('apps', 'currency', lower),
    ],
  },
  {
    name: 'quotes in names',
    fix: { repairs: 2, left: 2 },
    defects: [
      ...[5, 9, 13].map(row =>
        text(
          'cohorts',
          `quote in row ${row}`,
          all =>
            all
              .split('\n')
              .map((line, at) =>
                at === row ? line.replace('Spring sale', 'Spring 5" sale') : line,
              )
              .join('\n'),
          new RegExp(`cohorts\\.csv.*(line|lines|,) ?.*\\b${row + 1}\\b`),
        ),
      ),
      cells('recommendations', 'spend', comma),
    ],
  },
  {
    name: 'commas in names without quotes',
    fix: { repairs: 2, left: 2 },
    defects: [
      text('cohorts', 'commas', all => all.replaceAll('"', '')),
      cells('cohorts', 'country', lower),
      cells('roas_snapshots', 'spend', comma),
    ],
  },
  {
    name: 'mixed line ends',
    fix: { repairs: 1, left: 2 },
    defects: [
      text('cohorts', 'CR LF', all => all.replace('\n', '\r\n')),
      cells('cohorts', 'spend', cell => `-${cell}`),
    ],
  },
  {
    name: 'a total at the end',
    fix: { repairs: 1, left: 5 },
    defects: [
      rows('cohorts', 'total', all => [...all, ['Total', '', '', '', '', '', '99999', '', '', '']]),
      cells('cohort_revenue', 'platform', iOS),
    ],
  },
  {
    name: 'a run that ends too early',
    fix: { repairs: 0, left: 3 },
    defects: [
      {
        ...cells('runs', 'max_install_date', cell => (cell === '' ? '' : '2026-03-10')),
        said: /max_install_date/,
      },
      cells('recommendations', 'target_dsi', () => ''),
    ],
  },
]

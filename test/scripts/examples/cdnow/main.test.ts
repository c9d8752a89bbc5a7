import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import t from 'tap'
import { repository } from '../../../support/repository.ts'

const script = join(repository, 'scripts/examples/cdnow/main.ts')

// With --today 2026-02-05 the dates move by 400 days from 1997-01-01: it becomes 2025-01-01, and 1998-02-05 becomes today.
const today = '2026-02-05'
const smallLog = [
  ' customer_id  date number_of_cds  dollar_value',
  ' 00001 19970101  1   10.00',
  ' 00001 19970108  2   5.50',
  ' 00001 19970109  1   1.25',
  ' 00001 19980205  1   100.00',
  ' 00001 19980206  1   7000.00',
  ' 00002 19970101  1   20.00',
  ' 00002 19970101  3   2.00',
  ' 00003 19970301  1   30.00',
  ' 00003 19970530  1   3.00',
  ' 00004 19980205  1   0.00',
  ' 00005 19980301  1   44.00',
  '',
].join('\r\n')

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

function run(...args: string[]): Promise<Outcome> {
  return new Promise(resolve => {
    execFile(process.execPath, ['--import', 'tsx', script, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

function rowsOf(dir: string, table: string): Array<Record<string, string>> {
  const [header, ...lines] = readFileSync(join(dir, `${table}.csv`), 'utf8')
    .trimEnd()
    .split('\r\n')
  const names = header!.split(',')
  return lines.map(line =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index]!, value])),
  )
}

t.test('a small log gives a report', async t => {
  const dir = t.testdir()
  const file = join(t.testdir(), 'small.txt')
  const out = join(dir, 'delivery')
  await writeFile(file, smallLog)
  t.match(await run(file, out, '--today', today), {
    code: 0,
    stdout: /4 installs in 3 cohorts/,
    stderr: '',
  })

  const columns = ['install_date', 'campaign', 'spend', 'paid_installs', 'full_blended_installs']
  t.strictSame(
    rowsOf(out, 'cohorts').map(row => columns.map(column => row[column])),
    [
      ['2025-01-01', 'First purchase in the week of 2024-12-30', '0', '2', '2'],
      ['2025-03-01', 'First purchase in the week of 2025-02-24', '0', '1', '1'],
      ['2026-02-05', 'First purchase in the week of 2026-02-02', '0', '1', '1'],
    ],
  )
  t.strictSame(
    rowsOf(out, 'cohort_revenue').map(row => [
      row.install_date,
      Number(row.dsi),
      Number(row.paid_gross),
    ]),
    [
      ['2025-01-01', 0, 32],
      ['2025-01-01', 7, 37.5],
      ['2025-01-01', 30, 38.75],
      ['2025-01-01', 90, 38.75],
      ['2025-01-01', 180, 38.75],
      ['2025-01-01', 365, 38.75],
      ['2025-03-01', 0, 30],
      ['2025-03-01', 7, 30],
      ['2025-03-01', 30, 30],
      ['2025-03-01', 90, 33],
      ['2025-03-01', 180, 33],
      ['2026-02-05', 0, 0],
    ],
    'no row where the cohort is too young',
  )
  for (const row of rowsOf(out, 'cohort_revenue')) {
    const revenues = Object.entries(row)
      .filter(([name]) => /_(gross|net)$/.test(name))
      .map(([, value]) => value)
    t.strictSame(revenues, Array(6).fill(row.paid_gross))
  }
  t.match(rowsOf(out, 'runs'), [
    { kind: 'recommendation', status: 'succeeded', max_install_date: '2026-02-05' },
  ])

  t.match(await run(file, out, '--today', today), { code: 0 }, 'may be repeated')
})

t.test('errors are reported', async t => {
  const files = t.testdir({
    busy: { 'other.txt': 'mine' },
    good: smallLog,
    empty: ' customer_id  date number_of_cds  dollar_value\n',
    short: '00001 19970101 1\n',
    date: '00001 19970101 1 1.00\n00001 19970230 1 1.00\n',
    value: '00001 19970101 1 free\n',
  })
  const dir = join(files, 'busy')
  const cases: Array<{ args: string[]; code: number; says: RegExp }> = [
    { args: [], code: 2, says: /FILE and DIR.*Usage: /s },
    { args: [join(files, 'good'), dir, 'more'], code: 2, says: /more.*Usage: /s },
    { args: [join(files, 'good'), dir, '--yesterday'], code: 2, says: /--yesterday.*Usage: /s },
    { args: [join(files, 'good'), dir, '--today', '2026-02-30'], code: 2, says: /2026-02-30/ },
    { args: [join(files, 'none'), dir], code: 1, says: /none/ },
    { args: [join(files, 'empty'), dir], code: 1, says: /no purchase/ },
    { args: [join(files, 'short'), dir], code: 1, says: /Line 1.*4 columns/ },
    { args: [join(files, 'date'), dir], code: 1, says: /Line 2.*19970230/ },
    { args: [join(files, 'value'), dir], code: 1, says: /Line 1.*free/ },
    { args: [join(files, 'good'), dir], code: 1, says: /other\.txt/ },
  ]
  await Promise.all(
    cases.map(async ({ args, code, says }) => {
      const outcome = await run(...args)
      t.equal(outcome.code, code, args.join(' '))
      t.match(outcome.stderr, says)
    }),
  )
  t.match(await run('--help'), { code: 0, stdout: /Usage: / })
})

const realLog = process.env.CDNOW_LOG
t.test(
  'the real log gives a report',
  { skip: realLog === undefined ? 'CDNOW_LOG names no file' : false },
  async t => {
    const out = join(t.testdir(), 'delivery')
    t.match(await run(realLog!, out, '--today', '2026-11-20'), { code: 0 })

    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    t.teardown(() => {
      connection.closeSync()
      instance.closeSync()
    })
    await connection.run(`
    CREATE TABLE purchase AS
    SELECT parts[1] AS customer, strptime(parts[2], '%Y%m%d')::DATE AS day, parts[4]::DECIMAL(18, 2) AS dollars
    FROM (SELECT regexp_extract_all(line, '[^ \\r]+') AS parts
      FROM read_csv('${realLog}', header = false, columns = { line: 'VARCHAR' }, delim = chr(1), quote = '', auto_detect = false))
    WHERE parts[1] <> 'customer_id'`)

    // The last day known is 400 days after the first one of the log.
    const expected = await connection.runAndReadAll(`
    WITH first AS (SELECT customer, min(day) AS day FROM purchase GROUP BY customer),
      span AS (SELECT min(day) AS start FROM purchase),
      due AS (SELECT f.*, n FROM first f, span, (SELECT unnest([0, 7, 30, 90, 180, 365]) AS n)
        WHERE f.day + n::INTEGER <= start + 400)
    SELECT (f.day - start)::INTEGER AS day, n::INTEGER AS dsi, sum(p.dollars)::DOUBLE / count(DISTINCT f.customer) AS ltv
    FROM due f JOIN purchase p ON p.customer = f.customer AND p.day - f.day <= n, span
    GROUP BY ALL ORDER BY ALL`)

    const installs = new Map(
      rowsOf(out, 'cohorts').map(row => [row.install_date, Number(row.paid_installs)]),
    )
    const oldest = Date.parse(rowsOf(out, 'cohorts')[0]!.install_date!)
    const rows = rowsOf(out, 'cohort_revenue').map(row => ({
      day: (Date.parse(row.install_date!) - oldest) / 86_400_000,
      dsi: Number(row.dsi),
      ltv: Number(row.paid_gross) / installs.get(row.install_date)!,
    }))
    const wanted = expected.getRowObjectsJS() as Array<{ day: number; dsi: number; ltv: number }>
    t.equal(rows.length, wanted.length)
    t.ok(
      rows.every(({ day, dsi, ltv }, index) => {
        const { day: wantedDay, dsi: wantedDsi, ltv: wantedLtv } = wanted[index]!
        return day === wantedDay && dsi === wantedDsi && Math.abs(ltv - wantedLtv) < 1e-9
      }),
      'every LTV is that of the log',
    )
  },
)

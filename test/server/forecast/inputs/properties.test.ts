import t from 'tap'
import fc from '../../../support/fast-check.ts'
import { configFor, csv, linesOf, read, writeFiles } from '../../../support/forecast/inputs.ts'
import { inFolder } from '../../../support/temporary-folder.ts'

interface Row {
  day: number
  names: string
  age: number
  cents: number
}

const DAY = fc.integer({ min: 1, max: 4 })
const NAMES = fc.constantFrom(
  'IOS,A,One,US',
  'IOS,A,One,',
  'IOS,A,Two,DE',
  'ANDROID,B,One,US',
  ',Organic,,US',
  'ANDROID,Ünï 💡,"a,""b",FR',
)
const row = fc.record({
  day: DAY,
  names: NAMES,
  age: fc.integer({ min: 0, max: 3 }),
  cents: fc.integer({ min: -500, max: 5000 }),
})
const rows = fc.array(row, { maxLength: 25 })

const EVERY = [1, 2, 3, 4, 5]
const ALL = [
  'IOS,A,One,US',
  'IOS,A,One,',
  'IOS,A,Two,DE',
  'ANDROID,B,One,US',
  ',Organic,,US',
  'ANDROID,Ünï 💡,"a,""b",FR',
]

function date(day: number): string {
  return `2025-01-0${day}`
}

function text(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Files of rows; every cell has installs and every day revenue, so that nothing is missing. */
function filesOf(spend: readonly Row[], revenue: readonly Row[]): Record<string, string> {
  return {
    'spend.csv': csv(
      'date,platform,network,campaign,country,spend',
      ...spend.map(({ day, names, cents }) => `${date(day)},${names},${text(Math.abs(cents))}`),
    ),
    'installs.csv': csv(
      'install_date,platform,network,campaign,country,installs',
      ...EVERY.flatMap(day => ALL.map((names, n) => `${date(day)},${names},${n}`)),
    ),
    'revenue.csv': csv(
      'install_date,platform,network,campaign,country,age,revenue',
      ...EVERY.map(day => `${date(day)},${ALL[0]},0,1`),
      ...revenue.map(({ day, names, age, cents }) => `${date(day)},${names},${age},${text(cents)}`),
    ),
  }
}

async function factsOf(files: Record<string, string>, threads: number): Promise<string[]> {
  return await inFolder('inputs', async folder => {
    writeFiles(folder, files)
    const inputs = (['spend', 'installs', 'revenue'] as const).map(table => ({
      table,
      files: [`${table}.csv`],
    }))
    const { facts } = await read(
      configFor(folder, inputs, { gaps: [{ from: '2025-01-01', to: '2025-01-09' }], lagDays: 0 }),
      threads,
    )
    return linesOf(facts)
  })
}

/** The same, summed by hand in cents. */
function expected(
  spend: readonly Row[],
  revenue: readonly Row[],
): Map<string, { spend: number; gross: number[]; all: number[] }> {
  const cells = new Map<string, { spend: number; gross: number[]; all: number[] }>()
  for (const day of EVERY)
    for (const names of ALL)
      cells.set(`${date(day)} ${names}`, { spend: 0, gross: [0, 0, 0, 0, 0], all: [0, 0, 0, 0, 0] })
  for (const { day, names, cents } of spend)
    cells.get(`${date(day)} ${names}`)!.spend += Math.abs(cents)
  const first = EVERY.map((day): Row => ({ day, names: ALL[0]!, age: 0, cents: 100 }))
  for (const { day, names, age, cents } of [...first, ...revenue]) {
    const cell = cells.get(`${date(day)} ${names}`)!
    cell.gross[age]! += Math.max(0, cents)
    cell.all[age]! += cents
  }
  return cells
}

t.test('sums equal those of the rows, up to the last day', async () => {
  await fc.assert(
    fc.asyncProperty(rows, rows, async (spend, revenue) => {
      const lines = await factsOf(filesOf(spend, revenue), 2)
      const last = Number(lines[0]!.slice(-1))
      const wanted = [...expected(spend, revenue)].filter(([key]) => Number(key[9]) <= last)
      const spent = lines
        .flatMap(line => /, ([\d.]+) spent$/.exec(line)?.[1] ?? [])
        .reduce((sum, value) => sum + Math.round(Number(value) * 100), 0)
      const gross = lines
        .flatMap(line => /: ([\d.]+) gross/.exec(line)?.[1] ?? [])
        .reduce((sum, value) => sum + Math.round(Number(value) * 100), 0)
      const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0)
      return (
        spent === sum(wanted.map(([, cell]) => cell.spend)) &&
        gross ===
          sum(
            wanted.flatMap(([key, cell]) =>
              cell.gross.filter((_, age) => Number(key[9]) + age <= last),
            ),
          ) &&
        lines.filter(line => line.includes('installs')).length === wanted.length
      )
    }),
    { numRuns: 15 },
  )
})

t.test('row order, threads and rows split in two change nothing', async t => {
  const split = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 25, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(
      rows,
      rows,
      split,
      fc.integer({ min: 1, max: 3 }),
      async (spend, revenue, percents, threads) => {
        const parts = (all: readonly Row[]): Row[] =>
          all
            .flatMap((row, index) => {
              const part = Math.trunc((row.cents * percents[index]!) / 100)
              return [
                { ...row, cents: part },
                { ...row, cents: row.cents - part },
              ]
            })
            .reverse()
        const files = filesOf(spend, revenue)
        const others = filesOf(parts(spend), parts(revenue))
        const [header, ...lines] = others['installs.csv']!.trim().split('\n')
        others['installs.csv'] = csv(header!, ...lines.reverse())
        t.same(await factsOf(others, threads), await factsOf(files, 1))
      },
    ),
    { numRuns: 15 },
  )
})

t.test('rows of later days do not change earlier ones', async t => {
  await fc.assert(
    fc.asyncProperty(rows, rows, async (spend, revenue) => {
      const before = await factsOf(filesOf(spend, revenue), 1)
      const later = filesOf(spend, revenue)
      later['installs.csv'] += `2025-01-06,IOS,AA,Another,AT,7\n`
      later['spend.csv'] += `2025-01-06,IOS,AA,Another,AT,7\n`
      later['revenue.csv'] += `2025-01-06,IOS,AA,Another,AT,0,9\n`
      const after = await factsOf(later, 2)
      const through = Number(before[0]!.slice(-1))
      const known = (lines: string[]): string[] => {
        let day = 0
        return lines.slice(1).filter(line => {
          if (/^\d/.test(line)) day = Number(line[9])
          const age = /^ {2}iap (\d+)/.exec(line)?.[1]
          return day + Number(age ?? 0) <= through
        })
      }
      t.same(known(after), known(before))
    }),
    { numRuns: 8 },
  )
})

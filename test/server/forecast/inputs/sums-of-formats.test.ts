import t from 'tap'
import type { InputConfig } from '../../../../server/forecast/config/forecast-config.ts'
import type { Mapping, Role } from '../../../../server/forecast/inputs/formats/format.ts'
import { FORMATS } from '../../../../server/forecast/inputs/formats/formats.ts'
import { dateOf, dayOf } from '../../../../server/core/model/dates.ts'
import fc from '../../../support/fast-check.ts'
import { configFor, csv, read, writeFiles } from '../../../support/forecast/inputs.ts'
import { inFolder } from '../../../support/temporary-folder.ts'

type Table = 'spend' | 'installs' | 'revenue' | 'events'
type Input = Partial<InputConfig> & Pick<InputConfig, 'table' | 'files'>

const COUNT = 5
const EARLIEST = dayOf('2023-01-01')
const LATEST = dayOf('2026-10-01')
const RATE = 0.0066667
const CENTS = 100

const TABLES = Object.entries(FORMATS).flatMap(([format, tables]) =>
  (Object.entries(tables) as [Table, Mapping | string][]).flatMap(([table, mapping]) =>
    // Rows of single installs have no amount.
    typeof mapping === 'string' ||
    mapping.rows === 'installs' ||
    !['spend', 'installs', 'revenue', 'events'].includes(table)
      ? []
      : [{ format, table, mapping }],
  ),
)

/** How a column's name or its format divides amounts. */
function factorOf({ divide }: Mapping, column: string): number {
  return divide ?? (/micros/.test(column) ? 1_000_000 : /cents/.test(column) ? 100 : 1)
}

const STATED = 'revenue_<n>d'

/** Whether the configuration has to name the columns of revenue. */
function isStated(table: Table, { columns, wide }: Mapping): boolean {
  return table === 'revenue' && wide === undefined && columns.revenue?.length === 0
}

/** The file of a table with one row a day, `counts` in cents or installs, and what they add up to in dollars or installs. */
function fileOf(
  { format, table, mapping }: (typeof TABLES)[number],
  counts: readonly number[],
  days: readonly string[],
): { text: string; sum: number } {
  const roles = (Object.entries(mapping.columns) as [Role, readonly string[]][]).filter(
    ([, names]) => names.length > 0,
  )
  const measure: Role = table === 'installs' ? 'installs' : table === 'spend' ? 'spend' : 'revenue'
  const isNamed = roles.some(([role]) => role === measure)
  const wide = isNamed
    ? []
    : isStated(table, mapping)
      ? [STATED]
      : (mapping.wide?.[0] ?? []).map(({ name }) => name)
  const isForeign = roles.some(([role]) => role === 'currency')
  const column = mapping.columns[measure]?.[0] ?? wide[0] ?? ''
  const amount = (count: number): string =>
    table === 'installs' ? String(count) : String((count * factorOf(mapping, column)) / CENTS)
  const cell = (role: Role, day: number): string =>
    (
      ({
        date: days[day]!,
        install_date: days[day]!,
        install_time: `${days[day]!} 01:00:00`,
        event_time: `${days[day]!} 02:00:00`,
        age: String(mapping.firstAge ?? 0),
        platform: 'ios',
        network: 'Net',
        campaign: format,
        country: 'US',
        currency: 'JPY',
        kind: 'iap',
        event_name: table === 'installs' ? 'install' : 'purchase',
        user_id: `u${day}`,
        event_id: `e${day}`,
        [measure]: amount(counts[day]!),
      }) as Partial<Record<Role, string>>
    )[role] ?? ''
  const rows = days.map((_, day) =>
    [
      ...roles.map(([role]) => cell(role, day)),
      ...wide.map((_, part) => (part === 0 ? amount(counts[day]!) : '0')),
    ].join(','),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  const sum = table === 'installs' ? total : (total / CENTS) * (isForeign ? RATE : 1)
  const header = [
    ...roles.map(([, names]) => names[0]!),
    ...wide.map(name => name.replace('<n>', '0')),
  ]
  return { text: csv(header.join(','), ...rows), sum }
}

const size = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.integer({ min: 1, max: 100_000_000_000 }),
)
const sizes = fc.array(fc.array(size, { minLength: COUNT, maxLength: COUNT }), {
  minLength: TABLES.length,
  maxLength: TABLES.length,
})

t.test(
  'sums of cents to 10^9 are those of the rows, in every format, converted or not',
  async t => {
    t.ok(TABLES.length > 20)
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: EARLIEST, max: LATEST }), async (all, first) => {
        const days = Array.from({ length: COUNT }, (_, day) => dateOf(first + day))
        await inFolder('formats', async folder => {
          for (const table of ['spend', 'installs', 'revenue', 'events'] as const) {
            const files = TABLES.flatMap((of, index) =>
              of.table === table ? [{ ...of, ...fileOf(of, all[index]!, days) }] : [],
            )
            const own = files.map(({ format, mapping }): Input => ({
              table,
              files: [`${table}/${format}.csv`],
              format,
              ...(mapping.installEventOnly === true && { installEvent: 'install' }),
              // A currency that the format states has no rate here.
              columns: {
                ...(mapping.columns.platform === undefined &&
                  mapping.constants?.platform === undefined && { platform: '=IOS' }),
                ...(isStated(table, mapping) && { revenue: STATED }),
              },
            }))
            const campaigns = [...new Set(files.map(({ format }) => format))]
            const names = campaigns.map(campaign => `ios,Net,${campaign},US`)
            writeFiles(folder, {
              ...Object.fromEntries(
                files.map(({ format, text }) => [`${table}/${format}.csv`, text]),
              ),
              'installs.csv': csv(
                'install_date,platform,network,campaign,country,installs',
                ...days.flatMap(day => names.map(name => `${day},${name},1`)),
              ),
              'revenue.csv': csv(
                'install_date,platform,network,campaign,country,age,revenue',
                ...days.map(day => `${day},${names[0]!},0,0`),
              ),
              'fx.csv': csv('date,currency,rate', `${days[0]!},JPY,${RATE}`),
            })
            const others: Input[] = [
              ...(table === 'installs'
                ? []
                : [{ table: 'installs' as const, files: ['installs.csv'] }]),
              ...(table === 'revenue' || table === 'events'
                ? []
                : [{ table: 'revenue' as const, files: ['revenue.csv'] }]),
              { table: 'fx', files: ['fx.csv'] },
            ]
            const { compared, facts } = await read(
              configFor(folder, [...own, ...others], { lagDays: 0 }),
            )
            t.strictSame([facts.firstDay, facts.lastDay].map(dateOf), [days[0], days.at(-1)], table)
            for (const { format, sum } of files) {
              const rows = compared.filter(({ campaign }) => campaign === format)
              const total = rows.reduce(
                (sum, row) =>
                  sum +
                  (table === 'spend'
                    ? row.spend
                    : table === 'installs'
                      ? row.paidInstalls
                      : row.revenue),
                0,
              )
              t.ok(
                Math.abs(total - sum) <= 0.005 + 1e-12 * sum,
                `${table} of ${format}: ${total} for ${sum}`,
              )
            }
          }
        })
      }),
      // A smaller example says no more, and takes minutes to find.
      { numRuns: 2, endOnFailure: true },
    )
  },
)

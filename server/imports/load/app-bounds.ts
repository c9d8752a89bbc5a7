import type { AppFiles, Catalog } from '../../core/model/catalog.ts'
import { LONGEST } from '../../core/model/catalog-document.ts'
import { DeliveryError, type DeliveryFault } from '../delivery-faults.ts'
import type { TableName } from '../tables.ts'
import { sum } from '../../core/formulas/sums.ts'

/** Limits of an app over all deliveries: every process keeps these lists in memory. Title and note of an event: `tables.ts`. */
const MAX_EVENTS = 10_000
const MAX_EVENT_BYTES = 4 * 2 ** 20
const MAX_BUDGETS = 2000
/** Older budgets do not count. */
const BUDGET_MONTHS = 24

interface Bound {
  table: 'events' | 'budgets'
  /** @param first the earliest month of budgets that count */
  size: (lists: Pick<AppFiles, 'events' | 'budgets'>, first: string) => number
  most: number
  /** The limit, and its wording. */
  of: string
  format: (size: number) => string
}

const BOUNDS: readonly Bound[] = [
  {
    table: 'events',
    size: ({ events = [] }) => events.length,
    most: MAX_EVENTS,
    of: 'events',
    format: String,
  },
  {
    table: 'events',
    size: ({ events = [] }) =>
      sum(events, ({ title, note, network, campaign }) =>
        Buffer.byteLength([title, note, network, campaign].join('')),
      ),
    most: MAX_EVENT_BYTES,
    of: "of events' titles, notes and names",
    format: megabytes,
  },
  {
    table: 'budgets',
    size: ({ budgets = [] }, first) => budgets.filter(({ month }) => month >= first).length,
    most: MAX_BUDGETS,
    of: `budgets of the last ${BUDGET_MONTHS} months and later`,
    format: String,
  },
]

/**
 * Notes on delivered apps that still exceed a limit, possible in a store of an earlier version.
 * @throws DeliveryError if the delivery makes an app exceed one
 */
export function checkAppBounds(
  previous: Catalog,
  next: Catalog,
  {
    apps,
    now,
    fileOf,
  }: { apps: readonly number[]; now: Date; fileOf: (table: TableName) => string },
): string[] {
  const faults: DeliveryFault[] = []
  const notes: string[] = []
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - BUDGET_MONTHS))
    .toISOString()
    .slice(0, 7)
  for (const { table, size, most, of, format } of BOUNDS) {
    for (const app of apps) {
      const [before, after] = [previous, next].map(({ files }) =>
        size(files[app] ?? {}, first),
      ) as [number, number]
      if (after <= most) continue
      const what = `${format(after)} ${of}`
      const remove = `\`admin ${table} remove\` removes some`
      if (after <= before)
        notes.push(
          `app ${app} has ${what}, more than the ${format(most)} that an app may have: ${remove}`,
        )
      else
        faults.push({
          file: fileOf(table),
          rule: `must leave an app at most ${format(most)} ${of}, over all deliveries; app ${app} would have ${format(after)}, and has ${format(before)}: ${remove}`,
        })
    }
  }
  if (faults.length > 0) throw new DeliveryError(faults)
  return notes
}

/** Maximum share of the catalog for one company's apps, which leaves room for deliveries of others. */
const SHARE = 1 / 4

const PARTS = ['events', 'budgets', 'runs', 'files'] as const

type Part = (typeof PARTS)[number]
type Parts = Record<Part, number>

const REMEDIES: Record<Part, string> = {
  events: '`admin events remove`',
  budgets: '`admin budgets remove`',
  runs: '`admin prune`',
  files: '`admin prune`',
}

/** @throws an Error for the operator if, in `next`, the apps of a company that reads one of `apps` exceed its share */
export function requireShares(previous: Catalog, next: Catalog, apps: readonly number[]): void {
  const companies = new Set(
    next.app_access.filter(pair => apps.includes(pair.app_id)).map(pair => pair.company_id),
  )
  for (const company of companies) {
    const after = sizesOf(next, company)
    const total = sumOf(after)
    if (total <= SHARE * LONGEST || total <= sumOf(sizesOf(previous, company))) continue
    const name = next.companies.find(row => row.company_id === company)?.name ?? ''
    const largest = PARTS.toSorted((a, b) => after[b] - after[a])
    throw new Error(
      `the apps of company ${company} (${name}) would take ${megabytes(total)} of the catalog, and may take ${megabytes(SHARE * LONGEST)}, ` +
        `a quarter of it: ${largest.map(part => `${part} ${megabytes(after[part])}`).join(', ')}. ` +
        `Make room with ${REMEDIES[largest[0]!]}`,
    )
  }
}

function sizesOf(catalog: Catalog, company: number): Parts {
  const own = new Set(
    catalog.app_access.filter(pair => pair.company_id === company).map(pair => pair.app_id),
  )
  const files = [...own].flatMap(app => catalog.files[app] ?? [])
  return {
    events: lengthOf(files.map(({ events }) => events ?? [])),
    budgets: lengthOf(files.map(({ budgets }) => budgets ?? [])),
    runs: lengthOf(catalog.runs.filter(run => own.has(run.app_id))),
    files: lengthOf(files.map(({ events: _events, budgets: _budgets, ...others }) => others)),
  }
}

function lengthOf(rows: readonly unknown[]): number {
  return sum(rows, row => JSON.stringify(row).length)
}

function sumOf(parts: Parts): number {
  return sum(PARTS, part => parts[part])
}

function megabytes(characters: number): string {
  return `${(characters / 2 ** 20).toFixed(1)} MB`
}

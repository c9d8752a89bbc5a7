import type { AppEvent, Budget, Catalog } from '../../model/catalog.ts'
import { DeliveryError, type DeliveryFault } from '../faults.ts'
import type { TableName } from '../tables.ts'

/** Bounds of an app over all deliveries: every process keeps these lists in memory. Title and note of an event: `tables.ts`. */
const MAX_EVENTS = 10_000
const MAX_EVENT_BYTES = 4 * 2 ** 20
const MAX_BUDGETS = 2000
/** Older ones do not count. */
const BUDGET_MONTHS = 24

interface Bound {
  table: 'events' | 'budgets'
  size: (catalog: Catalog, appId: number, now: Date) => number
  most: number
  /** What there may be, and how it is shown. */
  of: string
  shown: (size: number) => string
}

const BOUNDS: readonly Bound[] = [
  { table: 'events', size: (catalog, app) => eventsOf(catalog, app).length, most: MAX_EVENTS, of: 'events', shown: String },
  {
    table: 'events',
    size: (catalog, app) => eventsOf(catalog, app).reduce((sum, event) => sum + bytesOf(event), 0),
    most: MAX_EVENT_BYTES,
    of: "of events' titles, notes and names",
    shown: bytes => `${(bytes / 2 ** 20).toFixed(1)} MB`,
  },
  {
    table: 'budgets',
    size: (catalog, app, now) => budgetsSince(catalog, app, firstMonth(now)),
    most: MAX_BUDGETS,
    of: `budgets of the last ${BUDGET_MONTHS} months and later`,
    shown: String,
  },
]

/**
 * Notes of the delivered apps that exceed a bound as before: a store may hold more, from an earlier version.
 * @throws DeliveryError if the delivery takes an app beyond one
 */
export function checkAppBounds(
  previous: Catalog,
  next: Catalog,
  { apps, now, fileOf }: { apps: readonly number[]; now: Date; fileOf: (table: TableName) => string },
): string[] {
  const faults: DeliveryFault[] = []
  const notes: string[] = []
  for (const { table, size, most, of, shown } of BOUNDS) {
    for (const app of apps) {
      const after = size(next, app, now)
      if (after <= most) continue
      const before = size(previous, app, now)
      const what = `${shown(after)} ${of}`
      const remove = `\`admin ${table} remove\` removes some`
      if (after <= before) notes.push(`app ${app} has ${what}, more than the ${shown(most)} that an app may have: ${remove}`)
      else
        faults.push({
          file: fileOf(table),
          rule: `must leave an app at most ${shown(most)} ${of}, over all deliveries; app ${app} would have ${shown(after)}, and has ${shown(before)}: ${remove}`,
        })
    }
  }
  if (faults.length > 0) throw new DeliveryError(faults)
  return notes
}

function eventsOf({ files }: Catalog, app: number): readonly AppEvent[] {
  return files[app]?.events ?? []
}

function bytesOf({ title, note, network, campaign }: AppEvent): number {
  return [title, note, network, campaign].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
}

function budgetsSince({ files }: Catalog, app: number, month: string): number {
  return (files[app]?.budgets ?? []).filter((budget: Budget) => budget.month >= month).length
}

function firstMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - BUDGET_MONTHS)).toISOString().slice(0, 7)
}

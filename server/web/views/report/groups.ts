import type { Cell } from '../../../core/words/spreadsheet.ts'
import { daysInMonth } from '../../../core/model/dates.ts'
import { numberOf } from '../../parts/read-result.ts'
import { type Identity, identityOf } from '../../parts/use-targets.ts'
import type { MetricColumn } from './metric-columns.ts'

export type Row = Record<string, Cell>

export interface Group {
  key: string
  /** Its names: `IOS · Meta Ads`. */
  name: string
  identity: Identity
  spend: number
  /** By cohort. */
  rows: ReadonlyMap<string, Row>
}

export interface Grouped {
  groups: readonly Group[]
  /** Cohorts of all groups, ascending. */
  cohorts: readonly string[]
}

/** Groups rows by identity, highest spend first. */
export function groupsOf(rows: readonly Row[]): Grouped {
  const byKey = new Map<string, Group & { rows: Map<string, Row> }>()
  const cohorts = new Set<string>()
  for (const row of rows) {
    const identity = identityOf(row)
    const key = JSON.stringify(identity)
    let group = byKey.get(key)
    if (group === undefined) {
      group = {
        key,
        name: Object.values(identity).join(' · '),
        identity,
        spend: 0,
        rows: new Map(),
      }
      byKey.set(key, group)
    }
    const cohort = String(row['install_cohort'])
    cohorts.add(cohort)
    group.rows.set(cohort, row)
    group.spend += numberOf(row['spend']) ?? 0
  }
  return {
    groups: [...byKey.values()].sort((a, b) => b.spend - a.spend),
    cohorts: [...cohorts].sort(),
  }
}

/** Actual share of a value, 0 to 1; 1 for columns without a DSI. */
export function actualShare(row: Row | undefined, { dsi }: MetricColumn): number {
  return dsi === undefined ? 1 : (numberOf(row?.[`actual_share_d${dsi}`]) ?? 1)
}

/** `3 of 7 days`, if a row covers only part of its period. */
export function partOf(row: Row | undefined, grouping: string): { note?: string } {
  const days = numberOf(row?.['period_days'])
  if (days === null || (grouping !== 'WEEKLY' && grouping !== 'MONTHLY')) return {}
  const all = grouping === 'WEEKLY' ? 7 : daysInMonth(String(row?.['install_cohort']))
  return days < all ? { note: `${days} of ${all} days` } : {}
}

import { type DeliveryFault, type FaultGroup, type Findings, type Following, MAX_FAULTS } from '../faults.ts'
import { TABLE_NAMES, type TableName, TABLES } from '../tables.ts'
import { ALMOST_COHORT, FOLLOWS_COHORT, NO_APP, NO_COHORT, NO_COMPANY, NO_RUN } from './row-rules.ts'

interface Known {
  /** Tables with a file. */
  delivered: ReadonlySet<TableName>
  /** Numbers of apps and companies in delivery and store. */
  apps?: number
  companies?: number
}

/**
 * Puts errors in the order of tables, and folds those that follow from others into them: rows that refer to a table without a file, and rows
 * of revenue and snapshots with a fault of their cohort.
 */
export function foldFollowing({ faults, groups, total }: Findings, known: Known): Findings {
  const kept = new Map<FaultGroup, Following[]>(inOrder(groups).map(group => [group, []]))
  const added: FaultGroup[] = []
  const fold = (group: FaultGroup, into: Following[]): void => {
    into.push({ file: group.file, rows: group.count, first: group.first })
    kept.delete(group)
  }
  for (const { table, rule, isMissing, what } of MISSING) {
    const rows = [...kept.keys()].filter(group => group.rule === rule)
    if (rows.length === 0 || known.delivered.has(table) || !isMissing(known)) continue
    const follow: Following[] = []
    for (const group of rows) fold(group, follow)
    added.push({ file: `${table}${extensionOf(rows[0]!.file)}`, rule: `missing file: ${what}`, count: 1, first: [{}], follow })
  }
  for (const group of kept.keys()) {
    const cause = causeOf(group, [...kept.keys()])
    if (cause !== undefined) fold(group, kept.get(cause)!)
  }
  const left = [...kept].map(([group, follow]) => (follow.length === 0 ? group : { ...group, follow }))
  const folded = new Set(groups.filter(group => !kept.has(group)).map(keyOf))
  return {
    groups: inOrder([...left, ...added]),
    faults: inOrder([...faults.filter(fault => !folded.has(keyOf(fault))), ...added.map(({ file, rule }) => ({ file, rule }))]).slice(
      0,
      MAX_FAULTS,
    ),
    total: total - groups.filter(group => !kept.has(group)).reduce((sum, { count }) => sum + count, 0) + added.length,
  }
}

/** Rules that every row breaks if a table has no file, and if the store does not have its rows either. */
const MISSING: { table: TableName; rule: string; isMissing: (known: Known) => boolean; what: string }[] = [
  { table: 'companies', rule: NO_COMPANY, isMissing: ({ companies }) => companies === 0, what: 'the store has no companies either' },
  { table: 'apps', rule: NO_APP, isMissing: ({ apps }) => apps === 0, what: 'the store has no apps either' },
  { table: 'runs', rule: NO_RUN, isMissing: () => true, what: 'it must list the runs that other files name' },
  { table: 'cohorts', rule: NO_COHORT, isMissing: () => true, what: 'it must list the cohorts that cohort_revenue names' },
]

const OF_COHORTS: readonly TableName[] = ['cohort_revenue', 'roas_snapshots']
const KEY = TABLES.cohorts.key

/** The group from which another one follows. */
function causeOf(group: FaultGroup, groups: readonly FaultGroup[]): FaultGroup | undefined {
  const { column, rule } = group
  if (rule === NO_RUN) return groups.find(other => other.rule === NO_RUN && other.column === column && isBefore(other, group))
  if (!OF_COHORTS.includes(tableOf(group.file)!)) return undefined
  const ofCohorts = groups.filter(({ file }) => tableOf(file) === 'cohorts')
  const ofKey = ofCohorts.find(other => KEY.includes(other.column ?? ''))
  if (rule === ALMOST_COHORT) return ofKey
  if (rule === FOLLOWS_COHORT) return ofKey ?? ofCohorts[0]
  return KEY.includes(column ?? '') ? ofCohorts.find(other => other.column === column && other.rule === rule) : undefined
}

function isBefore(one: FaultGroup, other: FaultGroup): boolean {
  return position(one.file) < position(other.file)
}

function keyOf({ file, column, rule }: Pick<DeliveryFault, 'file' | 'column' | 'rule'>): string {
  return JSON.stringify([file, column, rule])
}

function inOrder<One extends { file: string }>(all: readonly One[]): One[] {
  return [...all].sort((one, other) => position(one.file) - position(other.file))
}

function position(file: string): number {
  return TABLE_NAMES.indexOf(tableOf(file)!)
}

function tableOf(file: string): TableName | undefined {
  const name = file.replace(/\..*$/, '')
  return TABLE_NAMES.find(table => table === name)
}

function extensionOf(file: string): string {
  return file.endsWith('.parquet') ? '.parquet' : '.csv'
}

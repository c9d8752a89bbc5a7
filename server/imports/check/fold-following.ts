import { sum } from '../../core/formulas/sums.ts'
import {
  DeliveryError,
  type FaultGroup,
  type Findings,
  type Following,
  kindOf,
} from '../delivery-faults.ts'
import { TABLE_NAMES, type TableName, TABLES } from '../tables.ts'
import { FOLLOWS_COHORT, NO_COHORT, REFERENCES } from './row-rules.ts'
import { fileFormat } from './list-files.ts'

interface Known {
  /** Tables with a file. */
  delivered: ReadonlySet<TableName>
  /** Number of apps and of companies in delivery and store. */
  apps: number
  companies: number
}

/**
 * Merges the errors of files and of rows in the order of tables, and attributes errors to those that cause them: rows that refer to a table
 * without a file, and rows of revenue and snapshots with an error of their cohort.
 */
export function foldFaults(
  ofFiles: readonly Findings[],
  ofRows: readonly Findings[],
  known: Known,
): DeliveryError {
  const [files, rows] = [ofFiles, ofRows].map(joinFindings) as [Findings, Findings]
  const collected = new Map<FaultGroup, Required<Pick<FaultGroup, 'same' | 'follow'>>>()
  const added: FaultGroup[] = []
  let folded: FaultGroup[] = []
  for (const [table, rule, what] of MISSING) {
    const broken = rows.groups.filter(group => group.rule === rule)
    const isStored = (table === 'apps' || table === 'companies') && known[table] > 0
    if (broken.length === 0 || known.delivered.has(table) || isStored) continue
    const follow = broken.map(rowsOf)
    folded = [...folded, ...broken]
    added.push({
      file: `${table}.${fileFormat(broken[0]!.file)}`,
      rule: `missing file: ${what}`,
      count: 1,
      first: [{}],
      follow,
    })
  }
  for (const group of inOrder([...files.groups, ...rows.groups]))
    if (!folded.includes(group)) collected.set(group, { same: [], follow: [] })
  for (const group of collected.keys()) {
    if (!rows.groups.includes(group)) continue
    const same = sameBefore(group, rows.groups)
    const cause = same ?? causeOf(group, rows.groups, files.groups)
    const into = cause && collected.get(cause)
    if (into === undefined) continue
    add(rowsOf(group), same === undefined ? into.follow : into.same)
    collected.delete(group)
    folded.push(group)
  }
  const remaining = [...collected].map(([group, { same, follow }]) => ({
    ...group,
    ...(same.length > 0 && { same }),
    ...(follow.length > 0 && { follow }),
  }))
  const without = new Set(folded.map(kindOf))
  const faults = [
    ...files.faults,
    ...rows.faults.filter(fault => !without.has(kindOf(fault))),
    ...added.map(({ file, rule }) => ({ file, rule })),
  ]
  const total = files.total + rows.total - sum(folded, ({ count }) => count) + added.length
  if (total === 0)
    throw new Error('cohort_revenue has rows without a cohort, but no rule reported them')
  return new DeliveryError(inOrder(faults), total, inOrder([...remaining, ...added]))
}

function joinFindings(all: readonly Findings[]): Findings {
  return {
    faults: all.flatMap(({ faults }) => faults),
    groups: all.flatMap(({ groups }) => groups),
    total: sum(all, ({ total }) => total),
  }
}

function rowsOf({ file, count, first }: FaultGroup): Following {
  return { file, rows: count, first }
}

function add(fault: Following, into: Following[]): void {
  const known = into.find(({ file }) => file === fault.file)
  if (known === undefined) into.push(fault)
  else known.rows += fault.rows
}

/** Rules that every row breaks if a table has no file and the store lacks its rows too. */
const MISSING: readonly [table: TableName, rule: string, what: string][] = [
  ['companies', REFERENCES.companies.rule, 'the store has no companies either'],
  ['apps', REFERENCES.apps.rule, 'the store has no apps either'],
  ['runs', REFERENCES.runs.rule, 'it must list the runs that other files name'],
  ['cohorts', NO_COHORT, 'it must list the cohorts that cohort_revenue names'],
]

const OF_COHORTS: readonly TableName[] = ['cohort_revenue', 'roas_snapshots']
const KEY = TABLES.cohorts.key

/** The same error of cohorts or, for an unknown run, of the first file that names it. */
function sameBefore(group: FaultGroup, groups: readonly FaultGroup[]): FaultGroup | undefined {
  const { file, column = '', rule } = group
  if (
    rule !== REFERENCES.runs.rule &&
    !(OF_COHORTS.includes(tableOf(file)!) && KEY.includes(column))
  )
    return undefined
  return groups.find(
    other =>
      withoutSamples(other.rule) === withoutSamples(rule) &&
      other.column === column &&
      position(other.file) < position(file) &&
      (rule === REFERENCES.runs.rule || tableOf(other.file) === 'cohorts'),
  )
}

/** A rule may end with a hint that contains cells of the file. */
function withoutSamples(rule: string): string {
  return rule.replace(/"[^"]*"|[0-9]{4}-[0-9]{2}-[0-9]{2}/g, '')
}

/** The error of cohorts that causes errors of their revenue. */
function causeOf(
  { rule }: FaultGroup,
  rows: readonly FaultGroup[],
  files: readonly FaultGroup[],
): FaultGroup | undefined {
  if (!rule.startsWith(NO_COHORT)) return undefined
  const isOfCohorts = ({ file }: FaultGroup): boolean => tableOf(file) === 'cohorts'
  const ofKey = rows.find(other => isOfCohorts(other) && KEY.includes(other.column ?? ''))
  // A file that was not read completely may lack the cohort.
  const ofFile = files.find(isOfCohorts)
  if (rule === NO_COHORT) return ofFile
  return ofKey ?? ofFile ?? (rule === FOLLOWS_COHORT ? rows.find(isOfCohorts) : undefined)
}

function inOrder<One extends { file: string }>(all: readonly One[]): One[] {
  return [...all].sort((a, b) => position(a.file) - position(b.file))
}

function position(file: string): number {
  return TABLE_NAMES.indexOf(tableOf(file)!)
}

function tableOf(file: string): TableName | undefined {
  const name = file.replace(/\..*$/, '')
  return TABLE_NAMES.find(table => table === name)
}

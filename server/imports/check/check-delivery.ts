import type { Catalog } from '../../core/model/catalog.ts'
import { joined, literal, plain, plainList, sql, type Sql } from '../../core/model/sql.ts'
import type { CellKind } from '../cell-kinds.ts'
import {
  DeliveryError,
  type DeliveryFault,
  type Findings,
  findingsOf,
  MAX_FAULTS,
} from '../delivery-faults.ts'
import type { OpenDestination } from '../import-destination.ts'
import type { MovedRun } from '../moved-records.ts'
import type { Print } from '../progress.ts'
import { columnsOf, NAMES, TABLE_NAMES, type TableName, TABLES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { copyReadable } from '../reader/readable-copy.ts'
import { foldFaults } from './fold-following.ts'
import { locate } from './locate.ts'
import {
  loadRevenue,
  numberCohorts,
  numberNames,
  type RevenueSummary,
  summarizeRevenue,
} from './revenue.ts'
import { checkRevenue } from './revenue-faults.ts'
import { check } from './row-rules.ts'
import { copyPath, csvSource, type Opened, type Source } from './source.ts'
import { prepare, prepareContext, stage, staged } from './stage.ts'

interface Checking {
  destination: OpenDestination
  now: Date
  company: number | undefined
  progress: Print
  /** States of an export's runs; none in other deliveries. */
  runs: readonly MovedRun[]
}

/** Stages everything except revenue, which needs no copy beside its cohorts. */
export async function stageAll(
  workspace: Workspace,
  opened: Opened,
  { destination, progress }: Pick<Checking, 'destination' | 'progress'>,
): Promise<void> {
  for (const source of opened.sources.filter(({ table }) => table !== 'cohort_revenue')) {
    await readable(opened, source, destination, source => stage(workspace, source, progress))
  }
  const sources = opened.sources.filter(({ table }) => table !== 'cohort_revenue')
  for (const table of TABLE_NAMES) await prepare(workspace, sources, table)
}

/**
 * Checks every row of a staged delivery. An unreadable file hides no error of the others.
 * @throws DeliveryError with all errors
 */
export async function checkDelivery(
  workspace: Workspace,
  opened: Opened,
  previous: Catalog,
  { destination, now, company, progress, runs }: Checking,
): Promise<Omit<RevenueSummary, 'sound'>> {
  await prepareContext(workspace, previous, {
    destination,
    now,
    company,
    runs,
    unread: opened.unread,
  })
  const collected: Findings[] = []
  let remaining = MAX_FAULTS
  const add = (findings: Findings): void => {
    collected.push(findings)
    remaining = Math.max(0, remaining - findings.faults.length)
  }
  for (const source of opened.sources) {
    if (source.table === 'cohort_revenue') continue
    const broken = await check(workspace, source, company)
    if (broken !== undefined) add(await locate(workspace, source, broken, remaining))
    add(await sumFaults(workspace, source))
  }
  const isFaulty = (): boolean =>
    opened.faults.length > 0 || [...opened.ragged, ...collected].some(({ total }) => total > 0)
  await numberNames(workspace)
  let isLoaded = false
  if (!isFaulty()) {
    await numberCohorts(workspace, destination, previous)
    const source = revenueOf(opened)
    if (source === undefined) await loadRevenue(workspace, undefined, progress)
    else
      await readable(opened, source, destination, source =>
        loadRevenue(workspace, source, progress),
      )
    isLoaded = !isFaulty()
    if (isLoaded) {
      const summary = await summarizeRevenue(workspace)
      if (source !== undefined) add(await sumFaults(workspace, source))
      if (summary.sound && !isFaulty()) return summary
    }
  }
  const revenue = revenueOf(opened)
  if (revenue !== undefined) {
    await readable(opened, revenue, destination, async source => {
      add(
        await checkRevenue(workspace, source, company, {
          loaded: isLoaded,
          most: remaining,
          print: progress,
          areCohortsNamed: areNamed(opened, source),
        }),
      )
    })
  }
  throw foldFaults([findingsOf(opened.faults), ...opened.ragged], collected, {
    delivered: new Set([...opened.sources.map(({ table }) => table), ...opened.unread]),
    ...(await workspace.counts<'apps' | 'companies'>(
      sql`SELECT (SELECT count(*) FROM known_apps) AS apps, (SELECT count(*) FROM known_companies) AS companies`,
    )),
  })
}

/** Whether cohorts and revenue have comparable names. */
function areNamed({ sources, unread }: Opened, revenue: Source): boolean {
  const cohorts = sources.find(({ table }) => table === 'cohorts')
  return (
    !unread.has('cohorts') &&
    !NAMES.some(name => revenue.missing.includes(name) || cohorts?.missing.includes(name))
  )
}

function revenueOf({ sources }: Opened): Source | undefined {
  return sources.find(({ table }) => table === 'cohort_revenue')
}

/** Reads a source's rows by `read`. If some are unreadable, records that and reads a copy without them. */
async function readable(
  opened: Opened,
  source: Source,
  { scratch }: OpenDestination,
  read: (source: Source) => Promise<void>,
): Promise<void> {
  try {
    return await read(source)
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const path = copyPath(scratch, source.table)
    const copy =
      source.format === 'csv' && source.path !== path
        ? await copyReadable(source, undefined, path)
        : undefined
    opened.sources = opened.sources.filter(other => other !== source)
    if (copy === undefined || copy.ragged.total === 0) opened.ragged.push(error)
    if (copy === undefined) {
      opened.unread.add(source.table)
      return
    }
    opened.ragged.push(copy.ragged)
    const again = csvSource(source, { ...source, path: copy.path, rows: copy.rows })
    opened.sources.push(again)
    await read(again)
  }
}

/** Largest sum of each kind: 2^63 - 1 counts, or ten-thousandths of a currency unit. */
const LARGEST: Partial<Record<CellKind, string>> = {
  money: '922337203685477.5807',
  integer: '9223372036854775807',
}

/** Rows whose numbers are added, by run and DSI; in `cells` they have neither. */
const SUMMED: Partial<Record<TableName, { rows: Sql; cells: Sql }>> = {
  cohorts: { rows: staged('cohorts'), cells: staged('cohorts') },
  roas_snapshots: { rows: staged('roas_snapshots'), cells: staged('roas_snapshots') },
  cohort_revenue: {
    rows: sql`(SELECT r.run_id, d.dsi, v.* FROM revenue_cells v JOIN cohort_rows c ON c.rowid = v.cohort
      JOIN delivered_runs r ON r.slot = c.run JOIN run_dsis d ON d.run = c.run AND d.slot = v.slot)`,
    cells: sql`revenue_cells`,
  },
}

/**
 * Columns whose absolute amounts or counts, in a run and at a DSI if any, add up to more than a sum can hold: a result would fail with any
 * filter. Adds only where the number of cells and the largest do not rule that out.
 */
async function sumFaults(workspace: Workspace, { table, file }: Source): Promise<Findings> {
  const counted = SUMMED[table]
  if (counted === undefined) return findingsOf([])
  const { rows, cells } = counted
  const { key } = TABLES[table]
  const by = plainList(['run_id', 'dsi'].filter(name => key.includes(name)))
  const summed = columnsOf(table).flatMap(([name, { kind }]) => {
    const largest = key.includes(name) ? undefined : LARGEST[kind]
    return largest === undefined ? [] : [{ name, largest }]
  })
  const [bounds = {}] = await workspace.rows(sql`SELECT count(*)::DOUBLE AS rows,
    ${joined(summed.map(({ name }) => sql`max(abs(${plain(name)}))::DOUBLE AS ${plain(name)}`))} FROM ${cells}`)
  const faults: DeliveryFault[] = []
  for (const { name, largest } of summed) {
    if (Number(bounds['rows']) * Number(bounds[name]) < Number(largest)) continue
    const total = sql`sum(abs(${plain(name)}))`
    const overflows =
      await workspace.rows(sql`SELECT ${by}, ${total}::VARCHAR AS total FROM ${rows} GROUP BY ${by}
      HAVING ${total} > ${literal(largest)} ORDER BY ${by}`)
    for (const { run_id: run, dsi, total } of overflows) {
      const [aDsi, atDsi] = dsi === undefined ? ['', ''] : [' at a DSI', ` at DSI ${String(dsi)}`]
      faults.push({
        file,
        column: name,
        rule: `must add up to at most ${largest} in a run${aDsi}, without signs; run ${String(run)}${atDsi} has ${String(total)}`,
      })
    }
  }
  return findingsOf(faults)
}

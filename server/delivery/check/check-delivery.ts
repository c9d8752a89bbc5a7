import type { Catalog } from '../../model/catalog.ts'
import { sql } from '../../model/sql.ts'
import { DeliveryError, type Findings, findingsOf, MAX_FAULTS } from '../faults.ts'
import type { OpenPlace } from '../place.ts'
import type { Print } from '../progress.ts'
import { NAMES, TABLE_NAMES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { check } from './check.ts'
import { foldFollowing } from './fold-following.ts'
import { mapNames, numberIdentities, numberNames, prepareIdentities } from './identities.ts'
import { copyReadable } from './readable-copy.ts'
import { checkRevenue, loadRevenue, orderCohorts, type RevenueSummary, summarizeRevenue } from './revenue.ts'
import { copyPath, csvSource, type Opened, type Source } from './source.ts'
import { prepare, prepareContext, stage } from './stage.ts'

export interface Checking {
  place: OpenPlace
  now: Date
  company: number | undefined
  progress: Print
}

/** Stages all but revenue, which needs no room beside its cohorts. */
export async function stageAll(
  workspace: Workspace,
  opened: Opened,
  { place, progress }: Pick<Checking, 'place' | 'progress'>,
): Promise<void> {
  for (const source of opened.sources.filter(({ table }) => table !== 'cohort_revenue')) {
    await readable(opened, source, place, one => stage(workspace, one, progress))
  }
  const staged = opened.sources.filter(({ table }) => table !== 'cohort_revenue')
  for (const table of TABLE_NAMES) await prepare(workspace, staged, table)
}

/**
 * Checks every row of a staged delivery. A file that cannot be read hides nothing in the others.
 * @throws DeliveryError with all errors
 */
export async function checkDelivery(
  workspace: Workspace,
  opened: Opened,
  previous: Catalog,
  { place, now, company, progress }: Checking,
): Promise<Omit<RevenueSummary, 'sound'>> {
  await prepareContext(workspace, previous, { place, now, company, unread: opened.unread })
  const found: Findings[] = []
  let left = MAX_FAULTS
  const add = (findings: Findings): void => {
    found.push(findings)
    left = Math.max(0, left - findings.faults.length)
  }
  for (const source of opened.sources) if (source.table !== 'cohort_revenue') add(await check(workspace, source, company, left))
  const isFaulty = (): boolean => opened.faults.length > 0 || [...opened.ragged, ...found].some(({ total }) => total > 0)
  await numberNames(workspace)
  let isLoaded = false
  if (!isFaulty()) {
    await identify(workspace, place, previous)
    const source = revenueOf(opened)
    if (source === undefined) await loadRevenue(workspace, undefined, progress)
    else await readable(opened, source, place, one => loadRevenue(workspace, one, progress))
    isLoaded = !isFaulty()
    const summary = isLoaded ? await summarizeRevenue(workspace) : undefined
    if (summary?.sound) return summary
  }
  const revenue = revenueOf(opened)
  if (revenue !== undefined) {
    await readable(opened, revenue, place, async one => {
      add(
        await checkRevenue(workspace, one, company, {
          loaded: isLoaded,
          most: left,
          print: progress,
          areCohortsNamed: areNamed(opened, one),
        }),
      )
    })
  }
  throw await refusal(workspace, opened, found)
}

/** Whether cohorts and revenue have names to be compared. */
function areNamed({ sources, unread }: Opened, revenue: Source): boolean {
  const cohorts = sources.find(({ table }) => table === 'cohorts')
  return !unread.has('cohorts') && !NAMES.some(name => revenue.missing.includes(name) || cohorts?.missing.includes(name))
}

function revenueOf({ sources }: Opened): Source | undefined {
  return sources.find(({ table }) => table === 'cohort_revenue')
}

/** Cohorts that are valid get their numbers, so that revenue can be loaded. */
async function identify(workspace: Workspace, place: OpenPlace, previous: Catalog): Promise<void> {
  await prepareIdentities(workspace)
  const apps = await workspace.rows(sql`SELECT DISTINCT app_id FROM used_names`)
  for (const { app_id: app } of apps) await numberIdentities(workspace, place, Number(app), previous.files[Number(app)]?.identities)
  await mapNames(workspace)
  await orderCohorts(workspace)
}

/** Reads a source's rows by `read`. If some cannot be read, records that and reads a copy without them. */
async function readable(opened: Opened, source: Source, { scratch }: OpenPlace, read: (source: Source) => Promise<void>): Promise<void> {
  try {
    return await read(source)
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const path = copyPath(scratch, source.table)
    const copy = source.format === 'csv' && source.path !== path ? await copyReadable(source, undefined, path) : undefined
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

async function refusal(workspace: Workspace, opened: Opened, found: readonly Findings[]): Promise<DeliveryError> {
  const { faults, groups, total } = foldFollowing(joined([findingsOf(opened.faults), ...opened.ragged]), joined(found), {
    delivered: new Set([...opened.sources.map(({ table }) => table), ...opened.unread]),
    ...(await workspace.counts(sql`SELECT (SELECT count(*) FROM known_apps) AS apps, (SELECT count(*) FROM known_companies) AS companies`)),
  })
  if (total === 0) throw new Error('cohort_revenue has rows without a cohort, but no rule reported them')
  return new DeliveryError(faults, total, groups)
}

function joined(all: readonly Findings[]): Findings {
  return {
    faults: all.flatMap(({ faults }) => faults),
    groups: all.flatMap(({ groups }) => groups),
    total: all.reduce((sum, { total }) => sum + total, 0),
  }
}

import { randomBytes } from 'node:crypto'
import { listSome } from '../delivery-faults.ts'
import type {
  App,
  AppEvent,
  AppFiles,
  BetLookback,
  Budget,
  Catalog,
  Company,
  Run,
  WithheldFor,
} from '../../core/model/catalog.ts'
import { DEFAULT_THRESHOLD } from '../../core/model/classification.ts'
import { grouped } from '../../core/model/identities.ts'
import { joined, quoted, sql } from '../../core/model/sql.ts'
import { staged } from '../check/stage.ts'
import { columnsOf, type TableName } from '../tables.ts'
import type { Row, Workspace } from '../workspace.ts'
import { DAY_MS } from '../../core/model/dates.ts'

const KEPT_RUNS = 3

/** Days for which the catalog lists an erased app, so that every node learns of it. */
const ERASED_DAYS = 30

/** The small tables after a delivery, with the files of `previous`. */
export async function nextCatalog(
  workspace: Workspace,
  previous: Catalog,
  now: Date,
): Promise<Catalog> {
  const version = previous.version + 1
  const stamp = newStamp(version)
  const companies = (await read(workspace, 'companies')) as unknown as Company[]
  const apps = (await read(workspace, 'apps')).map(toApp)
  const access = (await read(workspace, 'app_access')) as unknown as Catalog['app_access']
  const lookbacks = (await read(workspace, 'bet_lookbacks')) as unknown as BetLookback[]
  const networks = (await read(workspace, 'networks')) as unknown as Catalog['networks']
  const runs = (await read(workspace, 'runs')).map(row => toRun(row, stamp))

  const events = (await read(workspace, 'events')).map(toEvent)
  const budgets = (await read(workspace, 'budgets')).map(toBudget)
  const touchedApps = new Set(
    [...apps, ...access, ...lookbacks, ...events, ...budgets, ...runs].map(row => row.app_id),
  )
  const before = structuredClone(previous)
  const { erased: erasedBefore = [], ...lists } = before
  // An app that is delivered again starts empty.
  const erased = erasedBefore.filter(
    ({ app_id: app, since }) =>
      !touchedApps.has(app) && now.getTime() - Date.parse(since) <= ERASED_DAYS * DAY_MS,
  )
  const merged: Catalog = {
    ...lists,
    ...(erased.length > 0 && { erased }),
    version,
    imported_at: now.toISOString(),
    companies: upsert(before.companies, companies, row => [row.company_id]),
    apps: upsert(before.apps, apps, row => [row.app_id]),
    app_access: upsert(before.app_access, access, row => [row.company_id, row.app_id]),
    bet_lookbacks: upsert(before.bet_lookbacks, lookbacks, row => [row.app_id, row.platform ?? '']),
    networks: upsert(before.networks, networks, row => [row.network]),
    runs: upsert(before.runs, runs, row => [row.run_id]),
    files: withLists(before.files, events, budgets),
  }
  const reclassified = JSON.stringify(merged.networks) !== JSON.stringify(before.networks)
  merged.apps = merged.apps.map(app =>
    reclassified || touchedApps.has(app.app_id) ? { ...app, version: stamp } : app,
  )
  const raised = new Set(merged.apps.filter(app => app.version === stamp).map(app => app.app_id))
  const touchedCompanies = new Set([
    ...companies.map(row => row.company_id),
    ...access.map(row => row.company_id),
    ...merged.app_access.filter(row => raised.has(row.app_id)).map(row => row.company_id),
  ])
  merged.companies = merged.companies.map(row =>
    touchedCompanies.has(row.company_id) ? { ...row, version: stamp } : row,
  )
  return merged
}

/** Version of content added by a catalog of this number. Numbers repeat after a restore and in a new store; cache keys must not. */
export function newStamp(version: number): string {
  return `${version}-${randomBytes(6).toString('hex')}`
}

/**
 * The runs that keep facts: the three newest succeeded recommendation runs of each app with facts, stored or delivered. Snapshot-only and
 * withdrawn runs do not displace others; withdrawn ones stay while they are among the three.
 */
export function keptRuns(runs: Run[], delivered: ReadonlySet<number>): Set<number> {
  const newest = runs
    .filter(run => run.kind === 'recommendation' && run.status === 'succeeded')
    .filter(run => run.facts !== undefined || delivered.has(run.run_id))
    .sort((a, b) => compare(b.created_at, a.created_at) || b.run_id - a.run_id)
  const newer = new Map<number, number>()
  return new Set(
    newest
      .filter(({ app_id: app, withdrawn }) => {
        const count = newer.get(app) ?? 0
        if (withdrawn === undefined) newer.set(app, count + 1)
        return count < KEPT_RUNS
      })
      .map(run => run.run_id),
  )
}

function toApp(row: Row): App {
  const dsis = String(row.dsi_values)
    .split(',')
    .map(Number)
    .sort((a, b) => a - b)
  return {
    ...row,
    action_threshold: row.action_threshold ?? DEFAULT_THRESHOLD,
    dsi_values: dsis,
    version: '',
  } as unknown as App
}

function toRun(
  { withheld_dsis: withheldText, untested_dsis: untestedText, ...row }: Row,
  version: string,
): Run {
  const withheld = listed(withheldText)
    .map(part => part.split(':') as [string, WithheldFor])
    .map(([dsi, reason]) => ({ dsi: Number(dsi), reason }))
    .sort((a, b) => a.dsi - b.dsi)
  const untested = listed(untestedText)
    .map(Number)
    .sort((a, b) => a - b)
  return {
    ...row,
    version,
    ...(withheld.length > 0 && { withheld }),
    ...(untested.length > 0 && { untested }),
  } as unknown as Run
}

function listed(text: unknown): string[] {
  return String(text ?? '')
    .split(',')
    .filter(part => part !== '')
}

type OfApp<Row> = Row & { app_id: number }

function toEvent({ app_id: app, end_date: end, ...row }: Row): OfApp<AppEvent> {
  return {
    ...row,
    end_date: end ?? row.start_date,
    app_id: Number(app),
  } as unknown as OfApp<AppEvent>
}

/** DECIMALs are text. */
function toBudget({
  app_id: app,
  platform,
  network,
  campaign,
  amount,
  ...row
}: Row): OfApp<Budget> {
  const names = { platform: platform || null, network: network || null, campaign: campaign || null }
  return {
    ...row,
    ...names,
    amount: Number(amount),
    app_id: Number(app),
  } as unknown as OfApp<Budget>
}

const ofApp = grouped<{ app_id: number }, number>(({ app_id: app }) => app)

function withLists(
  files: Catalog['files'],
  events: readonly OfApp<AppEvent>[],
  budgets: readonly OfApp<Budget>[],
): Catalog['files'] {
  const next = { ...files }
  for (const appId of new Set([...events, ...budgets].map(row => row.app_id))) {
    const before: AppFiles = next[appId] ?? { snapshots: [], alerts: [] }
    const rowsOf = <Row>(rows: readonly OfApp<Row>[]) =>
      ofApp(rows, appId).map(({ app_id: _, ...row }) => row as Row)
    const [fresh, planned] = [rowsOf(events), rowsOf(budgets)]
    next[appId] = {
      ...before,
      ...(fresh.length > 0 && {
        events: upsert(before.events ?? [], fresh, event => [event.event_id]),
      }),
      ...(planned.length > 0 && {
        budgets: upsert(before.budgets ?? [], planned, row => [row.budget_id]),
      }),
    }
  }
  return next
}

/** Integers as numbers, timestamps in ISO 8601 with milliseconds. */
async function read(workspace: Workspace, table: TableName): Promise<Row[]> {
  const columns = columnsOf(table)
  const values = columns.map(([name, { kind }]) =>
    kind === 'timestamp'
      ? sql`strftime(${quoted(name)}, '%Y-%m-%dT%H:%M:%S.%gZ') AS ${quoted(name)}`
      : quoted(name),
  )
  const rows = await workspace.rows(
    sql`SELECT ${joined(values)} FROM ${staged(table)} ORDER BY rowid`,
  )
  const integers = columns.filter(([, { kind }]) => kind === 'integer').map(([name]) => name)
  return rows.map(row => ({
    ...row,
    ...Object.fromEntries(integers.map(name => [name, Number(row[name])])),
  }))
}

/** Sorted by key; `fresh` replaces rows of the same key. */
function upsert<T>(rows: T[], fresh: T[], key: (row: T) => (string | number)[]): T[] {
  const byKey = new Map([...rows, ...fresh].map(row => [JSON.stringify(key(row)), row]))
  return [...byKey.values()].sort((a, b) => {
    const others = key(b)
    return key(a).reduce<number>((order, part, index) => order || compare(part, others[index]!), 0)
  })
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Gives these apps, and the companies that read them, new versions, so that cached results expire. */
export function raiseVersions(previous: Catalog, appIds: ReadonlySet<number>): Catalog {
  const version = previous.version + 1
  const stamp = newStamp(version)
  const readers = new Set(
    previous.app_access.filter(pair => appIds.has(pair.app_id)).map(pair => pair.company_id),
  )
  return {
    ...previous,
    version,
    companies: previous.companies.map(company =>
      readers.has(company.company_id) ? { ...company, version: stamp } : company,
    ),
    apps: previous.apps.map(app => (appIds.has(app.app_id) ? { ...app, version: stamp } : app)),
  }
}

const LISTED = 20

function available(names: readonly string[]): string {
  return names.length === 0 ? 'import a delivery first' : `available: ${listSome(names, LISTED)}`
}

export function noApp(id: number, apps: readonly App[]): Error {
  return new Error(
    `app ${id} does not exist; ${available(apps.map(app => `${app.app_id} (${app.name})`))}`,
  )
}

export function noCompany(id: number, companies: readonly Company[]): Error {
  return new Error(
    `company ${id} does not exist; ${available(companies.map(company => `${company.company_id} (${company.name})`))}`,
  )
}

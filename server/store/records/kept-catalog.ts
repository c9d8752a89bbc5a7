import type { RowFault } from '../../core/model/catalog-document.ts'
import { type Catalog, type Company, EMPTY_CATALOG, type Run } from '../../core/model/catalog.ts'
import { runName } from '../../core/model/runs.ts'
import { Fresh, SingleFlight, type SteadyClock } from '../../core/runtime/shared-work.ts'
import { type StoreDamaged, StoreTimeout, StoreUnavailable } from '../../core/model/store.ts'
import {
  type AppRow,
  catalogOf,
  type CatalogRows,
  type CatalogState,
  damagedRow,
  type Network,
  type OnDamaged,
  parsedBody,
  readState,
  rowsAfter,
  type RunRow,
  runsOfApps,
} from './read-catalog.ts'
import type { Held, Records } from './records.ts'

/** Maximum age of the catalog, ms; every node must see an import within 2 s. */
const FRESH_FOR = 500

/** Runs cached for all apps, some 100 MB; the least recently used go first. */
const MAX_RUNS = 200_000

interface KeptApp {
  runs: Run[]
  made?: { row: AppRow; networks: Network[]; catalog: Catalog }
}

/**
 * A node's copy of the catalog: companies, apps and networks whole, and runs of requested apps. Refreshed row by row in one snapshot, so it
 * is always the state after some publish.
 */
export class KeptCatalog {
  readonly #records: Records
  readonly #faultIn: RowFault
  readonly #fresh: Fresh<void>
  readonly #catchUp = new SingleFlight(() => this.#readLater())
  /** The first read, or one after many publishes, takes longer. */
  #isMuch = true
  #state: CatalogState = { seq: 0, importedAt: EMPTY_CATALOG.imported_at }
  #companies = new Map<number, Company>()
  #appRows = new Map<number, AppRow>()
  /** Publishes that erased apps, including those delivered again since. */
  readonly #erasedAt = new Map<number, number>()
  #networks = new Map<string, Network>()
  #networkList: Network[] = []
  readonly #apps = new Map<number, KeptApp>()
  readonly #wanted = new Set<number>()
  #whole: Catalog | undefined
  /** What damaged rows leave unknown, of some apps or of all. */
  readonly #damagedApps = new Map<number, StoreDamaged>()
  #damage: StoreDamaged | undefined

  constructor(records: Records, faultIn: RowFault, clock?: SteadyClock) {
    this.#records = records
    this.#faultIn = faultIn
    this.#fresh = new Fresh(() => this.#look(), clock)
  }

  /**
   * All companies, apps and networks, without runs. With an app's id: the app with its runs, access, lookbacks and files, all networks, no
   * companies; the same object until any of that changes. An unknown id costs no query.
   * @throws StoreDamaged if a requested row is damaged
   */
  async current(appId?: number): Promise<Catalog> {
    await this.#fresh.within(FRESH_FOR)
    if (appId === undefined) {
      if (this.#damage !== undefined) throw this.#damage
      return this.#all()
    }
    this.#requireIntact(appId)
    if (!this.#hasApp(appId)) return this.#of(undefined, [])
    while (!this.#apps.has(appId)) {
      this.#wanted.add(appId)
      await this.#catchUp.begin()
    }
    this.#requireIntact(appId)
    return this.#ofApp(appId)
  }

  /**
   * Call after reading data of an app's runs by a catalog of this version: checks that no run has been removed since. Imports delete data only
   * after a publish that no longer lists them.
   * @throws StoreUnavailable if one may have been
   */
  async requireStill(
    { version }: Pick<Catalog, 'version'>,
    appId: number,
    runs: readonly Run[],
  ): Promise<void> {
    await this.#fresh.now()
    const current = await this.current(appId)
    const there = new Set(current.runs.map(runName))
    if (
      this.#hasApp(appId) &&
      version >= (this.#erasedAt.get(appId) ?? 0) &&
      runs.every(run => there.has(runName(run)))
    )
      return
    throw new StoreUnavailable('The data were removed while they were read')
  }

  #requireIntact(appId: number): void {
    const damage = this.#damagedApps.get(appId)
    if (damage !== undefined) throw damage
  }

  /** A damaged row may belong to another app than it says. Names of networks concern all apps. */
  readonly #onDamaged: OnDamaged = (table, row) => {
    const body = parsedBody(row) as { app_id?: unknown; run_id?: unknown } | undefined
    const damage = damagedRow(
      `catalog_${table}`,
      row['run_id'] ?? row['app_id'] ?? row['company_id'] ?? row['network'],
    )
    if (table === 'apps' || table === 'runs') {
      for (const app of [row['app_id'], body?.app_id])
        if (app !== undefined) this.#damagedApps.set(Number(app), damage)
    }
    if (table !== 'runs') this.#damage = damage
  }

  #hasApp(appId: number): boolean {
    return this.#appRows.get(appId)?.removed === undefined && this.#appRows.has(appId)
  }

  async #look(): Promise<void> {
    const { seq, importedAt } = await readState(this.#records.small)
    if (seq !== this.#state.seq || importedAt !== this.#state.importedAt)
      await this.#catchUp.begin()
  }

  async #readLater(): Promise<void> {
    const wanted = [...this.#wanted]
    // After a failure, waiting callers ask again.
    this.#wanted.clear()
    const records = this.#isMuch ? this.#records : this.#records.small
    await records
      .transaction(held => this.#read(held, wanted), { readOnly: true })
      .catch((error: unknown) => {
        this.#isMuch ||= error instanceof StoreTimeout
        throw error
      })
    this.#isMuch = false
  }

  async #read(held: Pick<Held, 'read'>, wanted: readonly number[]): Promise<void> {
    const state = await readState(held)
    const before = this.#state
    const isSame = state.seq === before.seq && state.importedAt === before.importedAt
    // A restored database invalidates everything known.
    const isOther = state.seq < before.seq || (state.seq === before.seq && !isSame)
    const known = isOther ? [] : [...this.#apps.keys()]
    const later = isSame
      ? undefined
      : await rowsAfter(held, isOther ? -1 : before.seq, known, this.#faultIn, this.#onDamaged)
    const runs = await runsOfApps(held, wanted, this.#faultIn, this.#onDamaged)
    if (isOther) this.#forget()
    if (later !== undefined) this.#take(later, state.seq)
    this.#state = state
    this.#makeRoom()
    const byApp = runsByApp(runs)
    for (const app of wanted) this.#apps.set(app, { runs: inOrder(byApp.get(app) ?? []) })
  }

  #take({ companies, apps, networks, runs }: CatalogRows, seq: number): void {
    for (const company of companies) {
      if (company.removed) this.#companies.delete(company.company_id)
      else this.#companies.set(company.company_id, company)
    }
    for (const row of apps) {
      this.#appRows.set(row.app.app_id, row)
      if (row.removed === undefined) continue
      this.#erasedAt.set(row.app.app_id, seq)
      this.#apps.delete(row.app.app_id)
    }
    for (const network of networks) this.#networks.set(network.network, network)
    if (networks.length > 0)
      this.#networkList = [...this.#networks.values()].sort((a, b) =>
        a.network < b.network ? -1 : 1,
      )
    for (const [app, changed] of runsByApp(runs)) {
      const known = this.#apps.get(app)
      if (known === undefined) continue
      const byId = new Map(
        [...known.runs, ...changed].map((run): [number, RunRow] => [run.run_id, run]),
      )
      this.#apps.set(app, { runs: inOrder([...byId.values()].filter(run => !run.removed)) })
    }
    this.#whole = undefined
  }

  #forget(): void {
    for (const part of [this.#companies, this.#appRows, this.#erasedAt, this.#networks, this.#apps])
      part.clear()
    this.#networkList = []
  }

  #makeRoom(): void {
    let runs = 0
    for (const known of this.#apps.values()) runs += known.runs.length
    for (const [app, known] of this.#apps) {
      if (runs <= MAX_RUNS) return
      runs -= known.runs.length
      this.#apps.delete(app)
    }
  }

  #all(): Catalog {
    const rows = {
      companies: [...this.#companies.values()],
      apps: [...this.#appRows.values()],
      networks: this.#networkList,
      runs: [],
    }
    return (this.#whole ??= catalogOf(this.#state, rows))
  }

  #ofApp(appId: number): Catalog {
    const known = this.#apps.get(appId)!
    const row = this.#appRows.get(appId)
    this.#apps.delete(appId)
    this.#apps.set(appId, known)
    const networks = this.#networkList
    if (row === undefined) return this.#of(undefined, [])
    if (known.made?.row !== row || known.made.networks !== networks)
      known.made = { row, networks, catalog: this.#of(row, known.runs) }
    return known.made.catalog
  }

  #of(row: AppRow | undefined, runs: Run[]): Catalog {
    const apps = row === undefined || row.removed ? [] : [row]
    return {
      ...catalogOf(this.#state, { companies: [], apps, networks: [], runs: [] }),
      networks: this.#networkList,
      runs,
    }
  }
}

function runsByApp<Row extends RunRow>(runs: readonly Row[]): Map<number, Row[]> {
  const byApp = new Map<number, Row[]>()
  for (const run of runs) {
    const others = byApp.get(run.app_id)
    if (others) others.push(run)
    else byApp.set(run.app_id, [run])
  }
  return byApp
}

function inOrder(runs: Run[]): Run[] {
  return runs.sort((a, b) => a.run_id - b.run_id)
}

import type { Catalog } from '../../model/catalog.ts'
import type { Identity } from '../../model/identities.ts'
import { identitiesName } from '../../model/runs.ts'
import { ownBounds } from '../../runtime/memory-bounds.ts'
import { RowCache } from '../../runtime/shared-work.ts'
import { mapInSlices } from '../../runtime/slices.ts'
import { type Relation, type Session, sql } from '../../model/sql.ts'
import type { Work } from '../../runtime/work.ts'
import { identitiesCost } from '../common/cost.ts'
import type { Reader } from './reader.ts'

/** Maximum cached rows of all apps, tens of MB; fewer on a small machine. */
const MAX_CACHED = 500_000

/** An app's identities, cached by their content name: every report joins them. */
export class Identities {
  readonly #reader: Reader
  readonly #cache = new RowCache<Identity>(Math.round(MAX_CACHED * ownBounds().caches))

  constructor(reader: Reader) {
    this.#reader = reader
  }

  async of(work: Work, catalog: Catalog, appId: number): Promise<readonly Identity[]> {
    const files = catalog.files[appId]
    if ((files?.identities?.rows ?? 0) === 0) return []
    return this.#cache.read(identitiesName(catalog, appId), work, work =>
      this.#reader.lanes.during(work, identitiesCost(files), () =>
        this.#reader.whileNamed({ catalog, appId, runs: [] }, () => this.#read(work.signal, catalog, appId)),
      ),
    )
  }

  /** Creates a relation of the names of identities, or of campaigns, in a session that has a turn. */
  async relation(session: Session, signal: AbortSignal, catalog: Catalog, appId: number, ofCampaigns: boolean): Promise<Relation> {
    // Waiting for another turn could deadlock.
    const all = this.#cache.get(identitiesName(catalog, appId)) ?? (await this.#read(signal, catalog, appId))
    // One identity represents a campaign.
    const rows = ofCampaigns ? all.filter(({ id, campaign_id }) => id === campaign_id) : all
    const columns = sql`id INTEGER, platform VARCHAR, network VARCHAR, campaign VARCHAR, country VARCHAR`
    await session.run(sql`CREATE TEMP TABLE identity_names (${columns})`)
    await session.append(
      'identity_names',
      rows.map(row => [row.id, row.platform, row.network, row.campaign, row.country]),
    )
    return sql`FROM identity_names`
  }

  async #read(signal: AbortSignal, catalog: Catalog, appId: number): Promise<readonly Identity[]> {
    const rows = catalog.files[appId]?.identities?.rows ?? 0
    const read = await this.#reader.database.read(
      sql`SELECT id, campaign_id, platform, network, campaign, country FROM identities
      WHERE app_id = ${appId} AND id < ${rows} ORDER BY id`,
      { signal },
    )
    return await mapInSlices(read, row => Object.fromEntries(Object.entries(row).map(textOf)) as unknown as Identity)
  }
}

/** Names are stored as bytes. */
function textOf([name, value]: [string, unknown]): [string, unknown] {
  return [name, Buffer.isBuffer(value) ? value.toString() : value]
}

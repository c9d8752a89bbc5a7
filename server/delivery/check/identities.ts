import { type Segment, UNKNOWN } from '../../model/catalog.ts'
import { joined, literal, plain, plainList, sql, type Sql } from '../../model/sql.ts'
import type { OpenPlace } from '../place.ts'
import { NAMES } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { sameNames, staged } from './stage.ts'

export function displayed(name: Sql): Sql {
  return sql`coalesce(nullif(${name}, ''), ${literal(UNKNOWN)})`
}

/**
 * Numbers the keys of the delivery's cohorts and snapshots into `names` (a number `name` per delivered platform, network, campaign and
 * country, null being empty). Equality is that of bytes.
 */
export async function numberNames(workspace: Workspace): Promise<void> {
  const parts = joined(NAMES.map(name => sql`coalesce(${plain(name)}, '') AS ${plain(name)}`))
  await workspace.run(sql`CREATE TABLE names AS
    SELECT row_number() OVER (ORDER BY ${plainList(NAMES)}) - 1 AS name, * FROM (
      SELECT ${parts} FROM ${staged('cohorts')} UNION SELECT ${parts} FROM ${staged('roas_snapshots')})`)
}

export async function prepareIdentities(workspace: Workspace): Promise<void> {
  await workspace.run(sql`CREATE TABLE identities (app_id BIGINT, id INTEGER, campaign_id INTEGER,
    ${joined(NAMES.map(name => sql`${plain(name)} VARCHAR`))})`)
  const used = ['cohorts', 'roas_snapshots'] as const
  await workspace.run(
    sql`CREATE TABLE used_names AS ${joined(
      used.map(
        table => sql`
    SELECT DISTINCT r.app_id, n.name FROM ${staged(table)} s JOIN delivered_runs r ON r.run_id = s.run_id
    JOIN names n ON ${sameNames(sql`n`, sql`s`)}`,
      ),
      sql` UNION `,
    )}`,
  )
}

/** Assigns ids to an app's delivered identities: the stored one, or the next. An id never changes its meaning. */
export async function numberIdentities(workspace: Workspace, place: OpenPlace, appId: number, stored: Segment | undefined): Promise<void> {
  const names = plainList(NAMES)
  const before = stored?.rows ?? 0
  if (stored !== undefined) {
    await workspace.run(sql`INSERT INTO identities
      SELECT ${appId}, id, campaign_id, ${names} FROM (${await place.identities(workspace, appId, stored)})`)
  }
  await workspace.run(sql`INSERT INTO identities
    SELECT ${appId}, ${before} + row_number() OVER (ORDER BY ${names}) - 1, NULL, ${names} FROM (
      SELECT DISTINCT ${joined(NAMES.map(name => sql`${displayed(sql`n.${plain(name)}`)} AS ${plain(name)}`))}
      FROM used_names u JOIN names n ON n.name = u.name WHERE u.app_id = ${appId}
      EXCEPT SELECT ${names} FROM identities WHERE app_id = ${appId})`)
  await workspace.run(sql`UPDATE identities SET campaign_id = first.id FROM (
      SELECT platform, network, campaign, min(id) AS id FROM identities WHERE app_id = ${appId} GROUP BY ALL) first
    WHERE identities.app_id = ${appId} AND identities.campaign_id IS NULL AND identities.platform = first.platform
      AND identities.network = first.network AND identities.campaign = first.campaign`)
}

export async function mapNames(workspace: Workspace): Promise<void> {
  const same = joined(
    NAMES.map(name => sql`i.${plain(name)} = ${displayed(sql`n.${plain(name)}`)}`),
    sql` AND `,
  )
  await workspace.run(sql`CREATE TABLE name_identities AS
    SELECT u.app_id, u.name, i.id AS "identity", i.campaign_id FROM used_names u JOIN names n ON n.name = u.name
    JOIN identities i ON i.app_id = u.app_id AND ${same}`)
}

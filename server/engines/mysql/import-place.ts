import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workspace } from '../../delivery/workspace.ts'
import type { ImportPlace, LockedPlace } from '../../delivery/place.ts'
import { stagingIn } from '../common/staging.ts'
import { keptFiles } from '../../model/retired-files.ts'
import { joined, literal, numbers, plain, sql, type Sql } from '../../model/sql.ts'
import { catalogText } from '../../model/catalog-text.ts'
import type { Catalog } from '../../model/catalog.ts'
import { readCatalogRow } from './catalog-row.ts'
import type { HeldConnection } from './connection.ts'
import type { Database } from './database.ts'
import { factsName } from './facts-tables.ts'
import { DeliveryTables, type ImportNote } from './write-tables.ts'

const CHUNK = 2000

/**
 * The database as imports see it. All of an import's statements go through one connection: with that its lock is gone, and so is
 * it.
 */
export function databasePlace(database: Database, dataDir: string, url: string): ImportPlace {
  return {
    locked: (print, work) =>
      database.exclusive(
        'import',
        () => print('Waiting for another import to finish'),
        async held => {
          // Imports into other databases may be at work in the same folder.
          const scratch = join(await stagingIn(dataDir), `mysql-${createHash('sha256').update(url).digest('hex').slice(0, 12)}`)
          await rm(scratch, { recursive: true, force: true })
          await mkdir(scratch)
          try {
            return await work(placeOn(held, scratch))
          } finally {
            await rm(scratch, { recursive: true, force: true })
          }
        },
      ),
  }
}

function placeOn(held: HeldConnection, scratch: string): LockedPlace {
  return {
    scratch,
    directories: [scratch],
    catalog: () => readCatalogRow(held),
    removeUnused: async (catalog, now) => {
      await removeUnpublished(held, catalog)
      await dropFacts(held, keptFiles(catalog, now))
    },

    async identities(workspace, appId, stored) {
      const rows = await held.read(sql`SELECT id, campaign_id, platform, network, campaign, country FROM identities
      WHERE app_id = ${appId} AND id < ${stored.rows}`)
      const columns = sql`id INTEGER, campaign_id INTEGER, platform VARCHAR, network VARCHAR, campaign VARCHAR, country VARCHAR`
      return await fill(
        workspace,
        `stored_identities_${appId}`,
        columns,
        rows.map(row => Object.values(row).map(value => (Buffer.isBuffer(value) ? literal(value.toString()) : sql`${Number(value)}`))),
      )
    },

    async takenIds(workspace, _catalog, table, delivered) {
      const id = plain(table === 'recommendations' ? 'recommendation_id' : 'alert_id')
      const ids = (await workspace.rows(delivered)).map(row => Number(row.id))
      const taken: Sql[][] = []
      for (let start = 0; start < ids.length; start += CHUNK) {
        const some = numbers(ids.slice(start, start + CHUNK))
        const rows = await held.read(sql`SELECT ${id} AS id FROM ${plain(table)} WHERE ${id} IN (${some})`)
        taken.push(...rows.map(row => [sql`${Number(row.id)}`]))
      }
      return await fill(workspace, `taken_${table}`, sql`id BIGINT`, taken)
    },

    writer: (workspace, version, print) => new DeliveryTables(workspace, held, scratch, version, print),

    refused: async () => undefined,

    async publish(next, { action }) {
      const body = Buffer.from(catalogText(next))
      await held.run(sql`START TRANSACTION`)
      try {
        const { rows: replaced } = await held.write(sql`UPDATE catalog SET version = ?, body = ? WHERE id = 1 AND version = ?`, [
          next.version,
          body,
          next.version - 1,
        ])
        if (replaced === 0) await held.write(sql`INSERT INTO catalog (id, version, body) VALUES (1, ?, ?)`, [next.version, body])
        // An import that took this one for dead has removed its rows. What is no import has none, and leaves those of dead ones alone.
        const isAlive =
          action !== 'import.loaded' || (await held.write(sql`DELETE FROM imports WHERE version = ?`, [next.version])).rows > 0
        if (!isAlive) throw new Error('another import was at work at the same time')
      } catch (error) {
        // What cleans up after this drops tables, and that commits.
        await held.run(sql`ROLLBACK`).catch(() => undefined)
        throw error
      }
      await held.run(sql`COMMIT`)
    },
  }
}

/** Removes the rows of imports that never came to their end. */
async function removeUnpublished(held: HeldConnection, catalog: Catalog): Promise<void> {
  const known = new Set(catalog.runs.map(run => run.run_id))
  for (const { version, body } of await held.read(sql`SELECT version, body FROM imports`)) {
    const noted = (JSON.parse(String(body)) as ImportNote).runs
    const runs = noted.map(run => ({ run_id: Number(run.run_id), app_id: Number(run.app_id) }))
    for (const { run_id: run, app_id: app } of runs.filter(({ run_id }) => !known.has(run_id))) {
      await held.run(sql`DELETE FROM recommendations WHERE run_id = ${run}`)
      await held.run(sql`DELETE FROM alerts WHERE run_id = ${run}`)
      await held.run(sql`DELETE FROM roas_snapshots WHERE app_id = ${app} AND run_id = ${run}`)
    }
    for (const app of new Set(runs.map(({ app_id }) => app_id))) {
      await held.run(sql`DELETE FROM identities WHERE app_id = ${app} AND id >= ${catalog.files[app]?.identities?.rows ?? 0}`)
    }
    await held.run(sql`DELETE FROM imports WHERE version = ${Number(version)}`)
  }
}

/** Drops the facts of runs that are no longer read, and those that never were. */
async function dropFacts(held: HeldConnection, kept: ReadonlySet<string>): Promise<void> {
  const tables = await held.read(sql`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name LIKE 'facts\\\\_%'`)
  for (const { name } of tables) {
    if (!kept.has(factsName(String(name)))) await held.run(sql`DROP TABLE IF EXISTS ${plain(String(name))}`)
  }
}

async function fill(workspace: Workspace, name: string, columns: Sql, rows: readonly (readonly Sql[])[]): Promise<Sql> {
  const table = plain(name)
  await workspace.run(sql`CREATE TABLE ${table} (${columns})`)
  for (let start = 0; start < rows.length; start += CHUNK) {
    const values = rows.slice(start, start + CHUNK).map(row => sql`(${joined(row)})`)
    await workspace.run(sql`INSERT INTO ${table} VALUES ${joined(values)}`)
  }
  return sql`FROM ${table}`
}

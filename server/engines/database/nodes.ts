import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import manifest from '../../../package.json' with { type: 'json' }
import { sql } from '../../model/sql.ts'
import type { HeldConnection } from './connection.ts'
import type { Database } from './database.ts'
import { isMissingTable } from './errors.ts'
import { MIGRATIONS } from './schema.ts'

/** Milliseconds between a node's signs of life, and seconds after the last one for which it counts as alive. */
const BEAT_MS = 5000
const ALIVE_SECONDS = 30

/** A service that serves from a database. */
export interface ServingNode {
  id: string
  /** Its version of uascope. */
  version: string
  /** The newest schema version that it knows. */
  schemaVersion: number
}

/** Says in the database that this service is alive, until it is stopped. Nothing that it serves depends on it: errors are ignored. */
export function announceNode({ small }: Pick<Database, 'small'>): { stop: () => Promise<void> } {
  const id = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(4).toString('hex')}`
  const beat = async (): Promise<void> => {
    await small
      .write(
        sql`INSERT INTO nodes (id, version, schema_version, seen_at) VALUES (?, ?, ?, UTC_TIMESTAMP(6))
        ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at)`,
        [id, manifest.version, MIGRATIONS.length],
      )
      .catch(() => undefined)
  }
  const begun = small
    .write(sql`DELETE FROM nodes WHERE seen_at < UTC_TIMESTAMP(6) - INTERVAL 1 DAY`)
    .catch(() => undefined)
    .then(beat)
  let beating: Promise<unknown> = begun
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, BEAT_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await beating
      await small.write(sql`DELETE FROM nodes WHERE id = ?`, [id]).catch(() => undefined)
    },
  }
}

/** Services that are alive. Those of versions before schema 4 do not say so. */
export async function aliveNodes(database: Pick<HeldConnection, 'read'>): Promise<ServingNode[]> {
  const rows = await database
    .read(
      sql`SELECT id, version, schema_version FROM nodes WHERE seen_at > UTC_TIMESTAMP(6) - INTERVAL ${ALIVE_SECONDS} SECOND ORDER BY id`,
    )
    .catch((error: unknown) => {
      if (isMissingTable(error)) return []
      throw error
    })
  return rows.map(row => ({ id: String(row['id']), version: String(row['version']), schemaVersion: Number(row['schema_version']) }))
}

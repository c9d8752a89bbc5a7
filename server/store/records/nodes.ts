import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import manifest from '../../../package.json' with { type: 'json' }
import { sql } from '../../core/model/sql.ts'
import type { Held } from './records.ts'
import type { Database } from './mysql/mysql-database.ts'
import { isMissingTable } from './mysql/mysql-errors.ts'
import { SCHEMA_VERSION } from './schema.ts'

/** Heartbeat interval, ms, and its validity, s. */
const BEAT_MS = 5000
const ALIVE_SECONDS = 30

interface ServingNode {
  id: string
  version: string
  schemaVersion: number
}

/** Sends heartbeats until stopped; ignores errors. */
export function announceNode({ small }: Pick<Database, 'small'>): { stop: () => Promise<void> } {
  const id = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(4).toString('hex')}`
  const beat = async (): Promise<void> => {
    await small
      .write(
        sql`INSERT INTO nodes (id, version, schema_version, seen_at) VALUES (?, ?, ?, UTC_TIMESTAMP(6))
        ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at)`,
        [id, manifest.version, SCHEMA_VERSION],
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

/** Versions before schema 4 send no heartbeat. */
export async function aliveNodes(database: Pick<Held, 'read'>): Promise<ServingNode[]> {
  const rows = await database
    .read(
      sql`SELECT id, version, schema_version FROM nodes WHERE seen_at > UTC_TIMESTAMP(6) - INTERVAL ${ALIVE_SECONDS} SECOND ORDER BY id`,
    )
    .catch((error: unknown) => {
      if (isMissingTable(error)) return []
      throw error
    })
  return rows.map(row => ({
    id: String(row['id']),
    version: String(row['version']),
    schemaVersion: Number(row['schema_version']),
  }))
}

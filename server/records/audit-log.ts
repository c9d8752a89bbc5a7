import {
  type Actor,
  type AuditAction,
  type AuditDetails,
  auditEntry,
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
} from '../access/audit.ts'
import { eraseFromEntry, isAboutAddress } from '../access/erasure.ts'
import { faultIn, integer, parseShaped, type Shape, strings } from '../model/shape.ts'
import { joined, literals, type Sql, sql } from '../model/sql.ts'
import type { Held, Records, Row, Value } from './records.ts'
import { intactRows, type Tell } from './seals.ts'

const PAGE = 1000

/** Shared by all nodes and processes. `clock` gives ms since 1970, `tell` reports damaged entries. */
export function auditLog(database: Records, clock: () => number = Date.now, tell: Tell = () => undefined): AuditLog {
  const intact = intactRows('audit', tell)
  const rows = (filter: AuditFilter, after: number, order: Sql, most: number) => {
    const conditions = [[sql`id > ?`, after] as const, ...conditionsOf(filter)]
    return database.readExact(
      sql`SELECT * FROM audit WHERE ${joined(
        conditions.map(([condition]) => condition),
        sql` AND `,
      )} ORDER BY id ${order} LIMIT ${most}`,
      conditions.map(([, value]) => value),
    )
  }

  return {
    async append(event) {
      await database.small.write(INSERT, valuesOf(auditEntry(event, clock)))
    },

    async *entries(filter = {}) {
      if (filter.last !== undefined) {
        yield* intact(await rows(filter, 0, sql`DESC`, filter.last))
          .reverse()
          .map(entryOf)
        return
      }
      for (
        let page = await rows(filter, 0, sql`ASC`, PAGE);
        page.length > 0;
        page = await rows(filter, Number(page.at(-1)!.id), sql`ASC`, PAGE)
      ) {
        yield* intact(page).map(entryOf)
      }
    },

    async erase(erasure, { users = [], dryRun = false } = {}) {
      return await database.transaction(
        async held => {
          // Includes all first logins: one that omits the address may belong to a user who has it.
          const rows = await held.read(sql`SELECT * FROM audit WHERE action = 'user.connected'
            OR ${held.dialect.find('details', bytes(JSON.stringify(erasure.address).slice(1, -1)))} > 0
            OR ${held.dialect.find('actor', bytes(erasure.address))} > 0`)
          const found = intact(rows).map(row => ({ id: Number(row.id), entry: entryOf(row) }))
          const all = new Set(users.map(id => `user:${id}`))
          for (const { entry } of found) if (isAboutAddress(entry, erasure)) all.add(entry.target)
          let changed = 0
          for (const { id, entry } of found) {
            const erased = eraseFromEntry(entry, erasure, all)
            if (erased === null) continue
            changed++
            if (dryRun) continue
            const { actor, details } = erased
            await held.write(sql`UPDATE audit SET actor = ?, details = ? WHERE id = ?`, [
              Buffer.from(actor),
              Buffer.from(JSON.stringify(details)),
              id,
            ])
          }
          return changed
        },
        { latest: true, takesAway: !dryRun },
      )
    },
  }
}

const INSERT = sql`INSERT INTO audit (at, action, actor, company_id, target, details) VALUES (?, ?, ?, ?, ?, ?)`

function valuesOf({ at, action, actor, companyId, target, details }: AuditEntry): Value[] {
  return [at, action, Buffer.from(actor), companyId ?? null, target, Buffer.from(JSON.stringify(details))]
}

/** Adds entries of another log, oldest first. */
export async function insertEntries(held: Held, entries: AsyncIterable<AuditEntry>): Promise<void> {
  for await (const entry of entries) await held.write(INSERT, valuesOf(entry))
}

/** Independent of server settings. */
function bytes(text: string): Sql {
  return literals(`(X'${Buffer.from(text).toString('hex').toUpperCase()}')`)
}

function conditionsOf({ since, companyId, action }: AuditFilter): (readonly [condition: Sql, value: Value])[] {
  return [
    ...(since === undefined ? [] : [[sql`at >= ?`, since] as const]),
    ...(companyId === undefined ? [] : [[sql`company_id = ?`, companyId] as const]),
    ...(action === undefined ? [] : [[sql`SUBSTR(action, 1, ${action.length}) = ?`, action] as const]),
  ]
}

function entryOf({ at, action, actor, company_id: companyId, target, details }: Row): AuditEntry {
  return {
    at: String(at),
    action: String(action) as AuditAction,
    actor: String(actor) as Actor,
    ...(companyId === null ? {} : { companyId: Number(companyId) }),
    target: String(target),
    details: parseShaped<AuditDetails>(String(details), DETAILS) ?? {},
  }
}

/** A manipulated backup may have any values here. */
const DETAILS: Shape = new Map([
  [/^/, value => typeof value !== 'object' || value === null || strings(value) || faultIn(value, new Map([[/^/, integer]])) === undefined],
])

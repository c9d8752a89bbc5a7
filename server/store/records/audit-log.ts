import {
  type Actor,
  type AuditAction,
  type AuditDetails,
  auditEntry,
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  type ActorEvent,
  doneWithoutLog,
  LASTING,
  refusedWithoutLog,
} from '../../core/access/audit.ts'
import { eraseFromEntry, isAboutAddress } from '../../core/access/erasure.ts'
import { faultIn, integer, parseShaped, type Shape, strings } from '../../core/model/shape.ts'
import { joined, literal, literals, type Sql, sql } from '../../core/model/sql.ts'
import {
  type Held,
  type Records,
  requireChange,
  type Row,
  type Statements,
  type Value,
  type WriteOptions,
} from './records.ts'
import { intactRows, isIntact, type Tell } from './seals.ts'

const PAGE = 1000

/** Shared by all nodes and processes. `clock` gives ms since 1970, `tell` reports damaged entries. */
export function auditLog(
  database: Records,
  clock: () => number = Date.now,
  tell: Tell = () => undefined,
): AuditLog {
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

  // Imports that granted access ended revocations.
  const prune = sql`DELETE FROM audit WHERE id BETWEEN ? AND ? AND at < ? AND action NOT IN (${lasting})
    AND NOT (action = 'import.loaded' AND ${database.dialect.find('details', bytes('"access":["'))} > 0)`

  return {
    async append(event) {
      await insertEntry(database.small, auditEntry(event, clock))
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

    async prune(before) {
      const [range] = await database.readExact(
        sql`SELECT MIN(id) AS first, MAX(id) AS last FROM audit WHERE at < ?`,
        [before],
      )
      const last = Number(range!['last'] ?? 0)
      let deleted = 0
      // Each transaction is short: others wait for it.
      for (let from = Number(range!['first'] ?? 1); from <= last; from += PRUNED) {
        deleted += (
          await database.small.write(prune, [from, Math.min(from + PRUNED - 1, last), before])
        ).rows
      }
      return deleted
    },

    async erase(erasure, { users = [], dryRun = false } = {}) {
      return await database.transaction(
        async held => {
          // Includes all first logins: one that omits the address may belong to a user who has it.
          const rows = await held.read(sql`SELECT * FROM audit WHERE action = 'user.connected'
            OR ${held.dialect.find('details', bytes(JSON.stringify(erasure.address).slice(1, -1)))} > 0
            OR ${held.dialect.find('actor', bytes(erasure.address))} > 0`)
          const entries = intact(rows).map(row => ({ id: Number(row.id), entry: entryOf(row) }))
          const all = new Set(users.map(id => `user:${id}`))
          for (const { entry } of entries) if (isAboutAddress(entry, erasure)) all.add(entry.target)
          let changed = 0
          for (const { id, entry } of entries) {
            const erased = eraseFromEntry(entry, erasure, all)
            if (erased === null) continue
            changed++
            if (dryRun) continue
            const { actor, details } = erased
            const written = await held.write(
              sql`UPDATE audit SET actor = ?, details = ? WHERE id = ?`,
              [actor, JSON.stringify(details), id],
            )
            requireChange(written, `the audit entry ${id} keeps the address: run \`admin verify\``)
          }
          return changed
        },
        { latest: true, takesAway: !dryRun },
      )
    },
  }
}

/** Ids per transaction. */
const PRUNED = 5000

const lasting = joined([...LASTING, ...LASTING.map(act => `${act}.failed`)].map(literal))

const INSERT = sql`INSERT INTO audit (at, action, actor, company_id, target, details) VALUES (?, ?, ?, ?, ?, ?)`

function valuesOf({ at, action, actor, companyId, target, details }: AuditEntry): Value[] {
  return [at, action, actor, companyId ?? null, target, JSON.stringify(details)]
}

async function insertEntry(
  database: Pick<Held, 'write'> | Pick<Statements, 'write'>,
  entry: AuditEntry,
): Promise<void> {
  requireChange(await database.write(INSERT, valuesOf(entry)), 'the audit entry was not written')
}

/**
 * Makes a change and writes its audit entry in one transaction: a killed process leaves both or neither. If the log cannot be written, the
 * change is refused; one that takes something away is made without its entry, and rejects unless the log can be written by then.
 */
export async function changeWithEntry<Result>(
  database: Statements,
  event: ActorEvent | undefined,
  change: (held: Held) => Promise<Result>,
  { clock, ...options }: WriteOptions & { clock: () => number },
): Promise<Result> {
  if (event === undefined) return await database.transaction(change, options)
  const entry = auditEntry(event, clock)
  let isLogging = false
  const both = async (held: Held): Promise<Result> => {
    isLogging = false
    const result = await change(held)
    isLogging = true
    await insertEntry(held, entry)
    isLogging = false
    return result
  }
  try {
    return await database.transaction(both, options)
  } catch (error) {
    if (!isLogging) throw error
    if (!options.takesAway) throw refusedWithoutLog(error)
    const result = await database.transaction(change, options)
    // The change may have freed disk space.
    await insertEntry(database, entry).catch(() => Promise.reject(doneWithoutLog(event, error)))
    return result
  }
}

/** Adds entries of another log, oldest first. */
export async function insertEntries(held: Held, entries: Iterable<AuditEntry>): Promise<void> {
  for (const entry of entries) await held.write(INSERT, valuesOf(entry))
}

/** Independent of server settings. */
function bytes(text: string): Sql {
  return literals(`(X'${Buffer.from(text).toString('hex').toUpperCase()}')`)
}

function conditionsOf({
  since,
  companyId,
  action,
  target,
}: AuditFilter): (readonly [condition: Sql, value: Value])[] {
  return [
    ...(since === undefined ? [] : [[sql`at >= ?`, since] as const]),
    ...(companyId === undefined ? [] : [[sql`company_id = ?`, companyId] as const]),
    ...(target === undefined ? [] : [[sql`target = ?`, target] as const]),
    ...(action === undefined
      ? []
      : [[sql`SUBSTR(action, 1, ${action.length}) = ?`, action] as const]),
  ]
}

/** Entries of rows that pass their seal. */
export function intactEntries(rows: readonly Row[]): AuditEntry[] {
  return rows.filter(row => isIntact('audit', row)).map(entryOf)
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
  [
    /^/,
    value =>
      typeof value !== 'object' ||
      value === null ||
      strings(value) ||
      faultIn(value, new Map([[/^/, integer]])) === undefined,
  ],
])

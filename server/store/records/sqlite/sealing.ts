import { joined, literal, plain, plainList, sql } from '../../../core/model/sql.ts'
import { StoreDamaged } from '../../../core/model/store.ts'
import { isIntact, sealOf } from '../seals.ts'
import type { Connection } from './driver.ts'

/**
 * Seals each row that a transaction writes: triggers of this connection collect the rows, whatever the statements. A damaged row cannot be
 * changed, since a new seal would cover the damage, but it can be deleted.
 */
export class Sealing {
  readonly #connection: Connection
  readonly #file: string

  /** Watches all tables. */
  constructor(connection: Connection, file: string) {
    this.#connection = connection
    this.#file = file
    connection.run(
      sql`CREATE TEMP TABLE changed (name TEXT, number INTEGER, PRIMARY KEY (name, number)) WITHOUT ROWID`,
    )
    for (const name of sealedTables(connection)) this.#watchTable(name)
  }

  /** Lets the next commit seal rows that have no seal. */
  noteUnsealed(): void {
    for (const name of sealedTables(this.#connection)) {
      this.#connection.run(
        sql`INSERT INTO temp.changed SELECT ${literal(name)}, rowid FROM main.${plain(name)} WHERE seal IS NULL`,
      )
    }
  }

  /** Call before COMMIT. */
  sealChanged(): void {
    const changed = this.#connection.all(sql`SELECT name, number FROM temp.changed`)
    for (const name of new Set(changed.map(row => String(row['name'])))) {
      for (const row of this.#connection.all(sql`SELECT * FROM temp.${plain(`before_${name}`)}`)) {
        if (row['seal'] !== null && !isIntact(name, row))
          throw new StoreDamaged(
            this.#file,
            `a record in the table ${name} is damaged and cannot be changed`,
          )
      }
      this.#connection.run(sql`DELETE FROM temp.${plain(`before_${name}`)}`)
    }
    for (const { name, number } of changed) this.#seal(String(name), Number(number))
    this.#connection.run(sql`DELETE FROM temp.changed`)
  }

  #watchTable(name: string): void {
    const table = plain(name)
    const columns = this.#connection
      .all(sql`SELECT name FROM pragma_table_info(${literal(name)})`)
      .map(row => String(row['name']))
    const before = sql`temp.${plain(`before_${name}`)}`
    const old = joined(columns.map(column => sql`OLD.${plain(column)}`))
    const isNew = sql`NOT EXISTS (SELECT 1 FROM changed WHERE name = ${literal(name)} AND number = NEW.rowid)`
    const note = sql`INSERT INTO changed SELECT ${literal(name)}, NEW.rowid WHERE ${isNew};`
    this.#connection.run(sql`CREATE TABLE ${before} AS SELECT * FROM main.${table} WHERE false`)
    this.#connection.run(
      sql`CREATE TEMP TRIGGER ${plain(`insert_${name}`)} AFTER INSERT ON main.${table} BEGIN ${note} END`,
    )
    this.#connection.run(
      sql`CREATE TEMP TRIGGER ${plain(`update_${name}`)} AFTER UPDATE OF ${plainList(columns.filter(column => column !== 'seal'))} ON main.${table}
      BEGIN INSERT INTO ${plain(`before_${name}`)} SELECT ${old} WHERE ${isNew}; ${note} END`,
    )
  }

  #seal(name: string, number: number): void {
    const [row] = this.#connection.all(sql`SELECT * FROM main.${plain(name)} WHERE rowid = ?`, [
      number,
    ])
    if (row !== undefined)
      this.#connection.run(sql`UPDATE main.${plain(name)} SET seal = ? WHERE rowid = ?`, [
        sealOf(name, row),
        number,
      ])
  }
}

export function sealedTables(connection: Connection): string[] {
  return connection
    .all(
      sql`SELECT m.name FROM main.sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'seal' ORDER BY m.name`,
    )
    .map(row => String(row['name']))
}

import type { Role, Stated, Table } from './formats/format.ts'

export interface ProposedTable {
  table: Table
  columns: Partial<Record<Role, string>>
  more: Stated
  doubts: string[]
}

export interface Proposal {
  tables: ProposedTable[]
  /** Why no table fits, and the mapping to complete; undefined if one fits. */
  lacks: { why: string; table: Table; columns: Partial<Record<Role, string>> } | undefined
}

export type Named = Partial<Record<Role, string | undefined>>

/** A table with the dimensions of its file. */
export type Of = (table: Table, columns: Named, doubts?: string[], more?: Stated) => ProposedTable

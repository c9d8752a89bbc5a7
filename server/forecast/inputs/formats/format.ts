import type { Kind } from '../../model/facts.ts'

export const ROLES = [
  'date',
  'period_end',
  'install_date',
  'install_time',
  'event_time',
  'age',
  'platform',
  'network',
  'campaign',
  'country',
  'spend',
  'installs',
  'revenue',
  'revenue_net',
  'kind',
  'currency',
  'rate',
  'live_roas',
  'user_id',
  'event_id',
  'event_name',
  'retargeting',
] as const
export type Role = (typeof ROLES)[number]

export interface WideColumns {
  name: string
  kind?: Kind
}

/** What an amount is of: all users of its row, one install, or one unit of spend. */
export const PER = ['sum', 'install', 'spend'] as const
export type Per = (typeof PER)[number]

/** Revenue up to an age, or of the day of that age alone. */
export type Period = 'through' | 'day'

/** Statements of a format or the configuration about an input's files. */
export interface Stated {
  /** Default: whether the age is in the names of the columns. */
  cumulative?: boolean
  /** Default: by the column's name. */
  per?: Per
  /** Revenue by the text of a cell, such as a conversion value. */
  values?: Readonly<Record<string, number>>
  firstAge?: 0 | 1
  day?: 'calendar' | 'hours24'
  kind?: Kind
  currency?: string
  installEvent?: string
  /** Divisor of amounts, a power of ten; default: by the column's name. */
  divide?: number
  /** Rows to omit: texts by column, `*` for any. */
  leaveOut?: Readonly<Record<string, readonly string[]>>
}

export interface Mapping extends Stated {
  /** Possible column names by role; the first match counts. */
  columns: Partial<Record<Role, readonly string[]>>
  constants?: Partial<Record<Role, string>>
  optional?: readonly Role[]
  /** The first complete set counts. */
  wide?: readonly (readonly WideColumns[])[]
  /** Whether rows are single events or installs, and files parts of a whole. */
  rows?: 'events' | 'installs'
  /** Whether several rows, in any file, may make up one key. */
  finer?: boolean
  installEventOnly?: true
  /** The meaning of an empty cell. */
  blank?: Partial<Record<Role, string>>
  /** A file without any of these columns comes from another exporter. */
  signs?: readonly string[]
  /** The names of files with this table, if another table has the same header. */
  named?: RegExp
  /** The kind of revenue in files with such names. */
  kindNamed?: readonly [name: RegExp, kind: Kind]
}

/** Column names of an exporter by table; a text is the reason for a missing table. */
export type Format = Partial<Record<Table, Mapping | string>>

export type Table = 'spend' | 'installs' | 'revenue' | 'bids' | 'fx' | 'events'

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

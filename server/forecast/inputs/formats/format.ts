import type { Kind } from '../../model/facts.ts'

/** Roles of an input column. */
export const ROLES = [
  'date',
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

/** Columns of cumulative revenue, one for each age: `<n>` in a name stands for the age. */
export interface WideColumns {
  name: string
  /** Left out: the input's. */
  kind?: Kind
}

/** How an exporter's columns are ours. */
export interface Mapping {
  /** By role, the names that the column may have; the first that is there counts. */
  columns: Partial<Record<Role, readonly string[]>>
  /** Constant values by role, for roles without a column. */
  constants?: Partial<Record<Role, string>>
  /** Roles that need not be there. */
  optional?: readonly Role[]
  /** Sets of wide columns; the first set all of which is there counts. */
  wide?: readonly (readonly WideColumns[])[]
  /** Each row is an event, or an install: rows are counted or summed, and files are parts of one whole. */
  rows?: 'events' | 'installs'
  /** Rows tell more than our key does, so that several of them, in whatever files, make up one of ours. */
  finer?: boolean
  cumulative?: boolean
  firstAge?: 0 | 1
  day?: 'calendar' | 'hours24'
  kind?: Kind
  /** Of all amounts, where no column says so. */
  currency?: string
  /** Only rows of the event count that the config names as the install's. */
  installEventOnly?: true
  installEvent?: string
}

/** A file of pure column mappings: what one exporter calls the columns of our tables; a text says why there is no such table. */
export type Format = Partial<Record<Table, Mapping | string>>

export type Table = 'spend' | 'installs' | 'revenue' | 'bids' | 'fx' | 'events'

import type { Reach } from './report-request.ts'

/** A part of a report: days of one kind, in a separate file. */
export interface Part {
  /** Start of the file's name: `adjust`, `appsflyer-installs_id123`. */
  name: string
  from: string
  to: string
}

export interface PullRequest {
  apps: readonly string[]
  /** `+09:00` or a zone's name; undefined: the account's. */
  timeZone: string | undefined
  currency: string | undefined
  /** Another address of the API. */
  url: string | undefined
}

/** An exporter's report API. */
export interface Source {
  /** Environment variable of its token. */
  variable: string
  url: string
  /** Maximum days of one request. */
  days: number
  /** Days fetched again each time by default. */
  again: number
  /** Rows above which a response may be truncated; the days are then requested in halves. */
  maxRows: number
  /** Reports by name. */
  reports(request: PullRequest): readonly string[]
  /** A column of every report; a response without it is an error page. */
  column(report: string): string
  /** Returns false if there are no data. */
  fetch(
    report: string,
    part: Pick<Part, 'from' | 'to'>,
    path: string,
    request: PullRequest & { base: URL },
    reach: Reach,
  ): Promise<boolean>
}

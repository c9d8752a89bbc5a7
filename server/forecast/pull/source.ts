import type { Reach } from './report-request.ts'

/** A part of a report: days of one kind, in a file of its own. */
export interface Part {
  /** Begins the file's name: `adjust`, `appsflyer-installs_id123`. */
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
  /** Days of one request. */
  days: number
  /** Days fetched again each time, unless asked for otherwise. */
  again: number
  /** Rows beyond which an answer may be cut off; the days are then asked for in halves. */
  maxRows: number
  /** Reports by name. */
  reports(request: PullRequest): readonly string[]
  /** A column of every report: what comes without is an error page. */
  column(report: string): string
  /** False if there are no data. */
  fetch(report: string, part: Pick<Part, 'from' | 'to'>, path: string, request: PullRequest & { base: URL }, reach: Reach): Promise<boolean>
}

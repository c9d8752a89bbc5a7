export interface Failure {
  fullname: string
  name: string
  diag: Record<string, unknown> | null
}

export interface FileResult {
  file: string
  isPassed: boolean
  seconds: number
  assertions: number
  failures: readonly Failure[]
  /** A reason for each test that is skipped; undefined where it gives none. */
  skips: readonly (string | undefined)[]
  end: string
  stderr: string
}

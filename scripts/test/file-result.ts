/** A failed assertion, as tap's parser gives it. */
export interface Failure {
  fullname: string
  name: string
  diag: Record<string, unknown> | null
}

/** The outcome of one test file. */
export interface FileResult {
  file: string
  isPassed: boolean
  seconds: number
  assertions: number
  failures: readonly Failure[]
  /** A reason for each skipped test. */
  skips: readonly string[]
  /** How its process ended. */
  end: string
  stderr: string
}

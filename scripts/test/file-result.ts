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
  skips: readonly string[]
  end: string
  stderr: string
}

import { liveLine, type LiveLine } from './live-line.ts'
import { printError } from './print.ts'

/** Progress callbacks of an import. */
export interface ImportProgress {
  progress: (line: string) => void
  /** Whether it is to tell what is true only for a moment, too. */
  live: boolean
  /** To be called when it is done, or has failed. */
  end: () => void
}

/** Tells on stderr how an import goes: on a terminal in one line that changes and goes away in the end, in a log line by line. */
export function importProgress(line: LiveLine | undefined = liveLine()): ImportProgress {
  if (line === undefined) return { progress: text => printError(text), live: false, end: () => undefined }
  return { progress: line.show, live: true, end: line.clear }
}

import { liveLine, type LiveLine } from './live-line.ts'
import { printError } from './print.ts'

interface ImportProgress {
  progress: (line: string) => void
  live: boolean
  end: () => void
}

/** Prints an import's progress on stderr: one changing line on a terminal, lines in a log. */
export function importProgress(line: LiveLine | undefined = liveLine()): ImportProgress {
  if (line === undefined) return { progress: text => printError(text), live: false, end: () => undefined }
  return { progress: line.show, live: true, end: line.clear }
}

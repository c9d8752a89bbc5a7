import { printable, printError } from './print.ts'

/** A terminal line that is rewritten in place. */
export interface LiveLine {
  show: (text: string) => void
  keep: () => void
  clear: () => void
}

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>

const WIDTH = 80

/** Undefined unless stderr is a terminal that can rewrite a line. */
export function liveLine(
  stream: Terminal = process.stderr,
  kind = process.env['TERM'],
): LiveLine | undefined {
  if (stream.isTTY !== true || kind === 'dumb') return undefined
  let isVisible = false
  return {
    show(text) {
      // A wrapped line could not be erased.
      stream.write(`\r\u001b[K${printable(text).slice(0, (stream.columns || WIDTH) - 1)}`)
      isVisible = true
    },
    keep() {
      if (isVisible) stream.write('\n')
      isVisible = false
    },
    clear() {
      if (isVisible) stream.write('\r\u001b[K')
      isVisible = false
    },
  }
}

interface ImportProgress {
  progress: (line: string) => void
  live: boolean
  end: () => void
}

/** Prints an import's progress on stderr: one changing line on a terminal, lines in a log. */
export function importProgress(line: LiveLine | undefined = liveLine()): ImportProgress {
  if (line === undefined)
    return { progress: text => printError(text), live: false, end: () => undefined }
  return { progress: line.show, live: true, end: line.clear }
}

/** Share done from which the time left can be estimated. */
export const ENOUGH_DONE = 0.05

const REFRESH_MS = 500

interface StageProgress<Stage extends string> {
  progress: (stage: Stage, share: number) => void
  end: () => void
}

/**
 * Prints long work's stage on stderr: on a terminal one changing line with share and time left; in a log a line per stage and per tenth of it.
 */
export function stageProgress<Stage extends string>(
  names: Record<Stage, string>,
  {
    now = () => performance.now(),
    line = liveLine(),
  }: { now?: () => number; line?: LiveLine | undefined } = {},
): StageProgress<Stage> {
  let stage: string | undefined
  let began = 0
  let reportedAt = -Infinity
  let lastTenth = -1
  let expected: number | undefined
  let done = 0
  const tell = (): void => {
    reportedAt = now()
    lastTenth = tenthOf(done)
    const timeLeft =
      expected === undefined || done === 1
        ? ''
        : `, ${Math.max(1, Math.ceil((expected - (reportedAt - began)) / 1000))} s left`
    const text = done < 0.01 ? stage! : `${stage}: ${Math.floor(done * 100)} %${timeLeft}`
    if (line === undefined) printError(text)
    else line.show(text)
  }
  // Time passes during long steps without reports.
  const timer =
    line === undefined
      ? undefined
      : setInterval(() => stage !== undefined && tell(), REFRESH_MS).unref()
  return {
    progress(name, share) {
      if (names[name] !== stage) {
        line?.keep()
        ;[stage, began, reportedAt, lastTenth, expected] = [
          names[name],
          now(),
          -Infinity,
          -1,
          undefined,
        ]
      }
      done = share
      if (share >= ENOUGH_DONE) expected = (now() - began) / share
      const isDue =
        line === undefined
          ? tenthOf(share) > lastTenth
          : share === 1 || now() - reportedAt >= REFRESH_MS
      if (isDue) tell()
    },
    end() {
      clearInterval(timer)
      line?.keep()
    },
  }
}

function tenthOf(share: number): number {
  return Math.floor(share * 10)
}

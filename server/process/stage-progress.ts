import { liveLine, type LiveLine } from './live-line.ts'
import { printError } from './print.ts'

const EVERY_MS = 2000
const REFRESH_MS = 500

/** Reports the stages and their progress. */
export interface StageProgress<Stage extends string> {
  progress: (stage: Stage, share: number) => void
  /** To be called when all is done, or failed. */
  end: () => void
}

/**
 * Tells on stderr what long work is at: on a terminal in one line that changes, with the share that is done and the time left; in a log a line
 * when a stage begins and one every two seconds.
 */
export function stageProgress<Stage extends string>(
  names: Record<Stage, string>,
  { now = () => performance.now(), line = liveLine() }: { now?: () => number; line?: LiveLine | undefined } = {},
): StageProgress<Stage> {
  let stage: string | undefined
  let began = 0
  let told = -Infinity
  /** How long the stage is going to take, by its pace so far. */
  let expected: number | undefined
  let done = 0
  const tell = (): void => {
    const first = told === -Infinity
    told = now()
    const left = expected === undefined || done === 1 ? '' : `, ${Math.max(1, Math.ceil((expected - (told - began)) / 1000))} s left`
    const text = first && done === 0 ? stage! : `${stage}: ${Math.floor(done * 100)} %${left}`
    if (line === undefined) printError(text)
    else line.show(text)
  }
  // A long step reports nothing, but time passes.
  const timer = line === undefined ? undefined : setInterval(() => stage !== undefined && tell(), REFRESH_MS).unref()
  return {
    progress(name, share) {
      if (names[name] !== stage) {
        line?.keep()
        ;[stage, began, told, expected] = [names[name], now(), -Infinity, undefined]
      }
      done = share
      if (share > 0) expected = (now() - began) / share
      if (now() - told < (line === undefined ? EVERY_MS : REFRESH_MS) && !(line !== undefined && share === 1)) return
      tell()
    },
    end() {
      clearInterval(timer)
      line?.keep()
    },
  }
}

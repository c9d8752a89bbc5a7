import type { Progress } from '../forecast/progress.ts'
import { printError } from '../../server/process/print.ts'

/** What each stage is called. */
const STAGES: Record<Parameters<Progress>[0], string> = {
  read: 'Reading the inputs',
  backtest: 'Forecasting past Sundays',
  history: 'Looking back',
  write: 'Writing the delivery',
}

const EVERY_MS = 2000

/**
 * Tells on stderr what long work is at: on a terminal in one line that changes, with the share that is done and the time left; in a log a line
 * when a stage begins and one every two seconds.
 */
export function stageProgress(now: () => number = () => performance.now()): { progress: Progress; end: () => void } {
  const terminal = process.stderr.isTTY === true
  let stage: string | undefined
  let began = 0
  let told = -Infinity
  return {
    progress(name, share) {
      const text = STAGES[name]
      if (text !== stage) {
        if (terminal && stage !== undefined) process.stderr.write('\n')
        ;[stage, began, told] = [text, now(), -Infinity]
      }
      if (now() - told < EVERY_MS && !(terminal && share === 1)) return
      const first = told === -Infinity
      told = now()
      const line = first && share === 0 ? text : `${text}: ${Math.floor(share * 100)} %${timeLeft(told - began, share)}`
      if (terminal) process.stderr.write(`\r\u001b[K${line}`)
      else printError(line)
    },
    end() {
      if (terminal && stage !== undefined) process.stderr.write('\n')
    },
  }
}

function timeLeft(elapsed: number, share: number): string {
  return share > 0 && share < 1 ? `, ${Math.ceil((elapsed * (1 - share)) / share / 1000)} s left` : ''
}

import type { OnPercent } from './engine.ts'

/** Takes one line for people. */
export type Print = (line: string) => void

const QUIET_MS = 2000
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Reports a long step as lines: what, how far, rows per second, time left. A step of under two seconds says nothing. */
export function reporter(print: Print, what: string, rows: number): OnPercent {
  const start = performance.now()
  return (percent) => {
    const elapsed = performance.now() - start
    if (elapsed < QUIET_MS || !(percent > 0)) return
    const done = rows * percent / 100
    const left = elapsed * (100 - percent) / percent / 1000
    print(`${what}: ${whole.format(done)} of ${whole.format(rows)} rows, ` +
      `${whole.format(done / elapsed * 1000)} rows/s, ${whole.format(Math.ceil(left))} s left`)
  }
}

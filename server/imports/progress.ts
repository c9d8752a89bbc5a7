import { readFileSync, statSync } from 'node:fs'

/** Prints one line for people. The next line may replace a `live` one. */
export type Print = (line: string, live?: boolean) => void

export type OnTick = () => void

const TICK_MS = 250
/** Minimum interval of permanent lines, ms. */
const LINE_MS = 2000
/** Minimum share of a file before its pace is meaningful. */
const MIN_SHARE = 0.02

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export async function ticking<Result>(
  onTick: OnTick,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(onTick, TICK_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

function paced(print: Print): (line: string) => void {
  let last = performance.now()
  return line => {
    const isDue = performance.now() - last >= LINE_MS
    if (isDue) last = performance.now()
    print(line, !isDue)
  }
}

export function waiter(print: Print, name: string, rows: number): OnTick {
  const start = performance.now()
  const tell = paced(print)
  return () =>
    tell(
      `${name}: ${integers.format(rows)} rows, ${integers.format((performance.now() - start) / 1000)} s so far`,
    )
}

/**
 * Reports progress in reading a long file: share, rows per second, time left. DuckDB's own progress stalls during joins, so it counts the
 * bytes that this process has read, if the system reports them.
 */
export function reporter(
  print: Print,
  { file, path, rows }: { file: string; path: string; rows: number },
): OnTick {
  const wait = waiter(print, file, rows)
  const tell = paced(print)
  const start = performance.now()
  const before = bytesRead()
  const { size } = statSync(path)
  return () => {
    const elapsed = performance.now() - start
    const share = Math.min(1, (bytesRead() - before) / size)
    if (Number.isNaN(share)) return wait()
    const rate =
      share === 1 || (share > 0 && share < MIN_SHARE)
        ? ''
        : `, ${integers.format(((rows * share) / elapsed) * 1000)} rows/s, ${timeLeft(elapsed, share)} s left`
    tell(`${file}: ${integers.format(rows * share)} of ${integers.format(rows)} rows${rate}`)
  }
}

function timeLeft(elapsed: number, share: number): string {
  return share === 0 ? '?' : integers.format(Math.ceil((elapsed * (1 - share)) / share / 1000))
}

function bytesRead(): number {
  try {
    return Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? NaN)
  } catch {
    return NaN
  }
}

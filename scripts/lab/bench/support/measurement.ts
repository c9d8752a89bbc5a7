export interface Measurement {
  what: string
  /** Median, in `unit`. */
  value: number
  baseline: number
  unit: 'ms' | 's' | 'days' | 'req/s' | 'requests' | 'MB' | 'alarms' | '%'
  ratio: number
  goal: string
}

export function measurement(
  what: string,
  value: number,
  baseline: number,
  unit: Measurement['unit'],
  goal = '-',
): Measurement {
  return { what, value, baseline, unit, ratio: value / baseline, goal }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Duration of `work`, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Medians of two tasks run in turn, A B A B ..., so that drift affects both equally; each is warmed up first. */
export async function inTurn(
  rounds: number,
  work: (round: number) => Promise<unknown>,
  baseline: (round: number) => Promise<unknown>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const both = [await timed(() => work(round)), await timed(() => baseline(round))] as const
    if (round > 0) both.forEach((time, index) => times[index]!.push(time))
  }
  return [median(times[0]), median(times[1])]
}

function figure(value: number): string {
  return Number.isNaN(value) ? '-' : value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

export function printTable(name: string, rows: readonly Measurement[]): void {
  console.log(`\n${name}`)
  console.table(
    rows.map(({ what, value, baseline, unit, ratio, goal }) => ({
      what,
      value: `${figure(value)} ${unit}`,
      baseline: `${figure(baseline)} ${unit}`,
      ratio: figure(ratio),
      goal,
    })),
  )
}

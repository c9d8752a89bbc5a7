import { measurement, type Measurement } from '../support/measurement.ts'
import type { Latencies } from './latencies.ts'
import type { LoopDelay, Use } from './process-use.ts'
import type { OpenLoopResult } from './open-loop.ts'
import { LIGHT, LISTS, SHARES } from './mix.ts'

const GROUPS = [...Object.keys(SHARES), LISTS, LIGHT]

function ms(value: number): string {
  return Number.isNaN(value)
    ? '-'
    : value < 10
      ? value.toFixed(2)
      : value < 100
        ? value.toFixed(1)
        : value.toFixed(0)
}

function errorsOf({ errors }: Latencies): string {
  return (
    Object.entries(errors)
      .map(([what, count]) => `${count} x ${what}`)
      .join(', ') || '0'
  )
}

/** Prints a line for each kind of request, in milliseconds. */
export function printLatencies(
  { groups }: OpenLoopResult,
  names: readonly string[] = GROUPS,
): void {
  console.table(
    Object.fromEntries(
      names
        .filter(group => group in groups)
        .map(group => {
          const found = groups[group]!
          const { count, p50, p90, p99, slowest, refused } = found
          return [
            group,
            {
              requests: count,
              p50: ms(p50),
              p90: ms(p90),
              p99: ms(p99),
              slowest: ms(slowest),
              refused,
              errors: errorsOf(found),
            },
          ]
        }),
    ),
  )
}

function memoryOf({
  use: { memory },
  memoryAfter,
}: ScenarioResult): Record<'start' | 'peak' | 'peakOfSecondHalf' | 'after', number> {
  return {
    start: memory[0]!,
    peak: Math.max(...memory),
    peakOfSecondHalf: Math.max(...memory.slice(Math.floor(memory.length / 2))),
    after: memoryAfter,
  }
}

export function printScenario(result: ScenarioResult): void {
  const { name, rate, load, use, loop, beside } = result
  const memory = memoryOf(result)
  console.log(`\n${name}: ${rate} requests/s`)
  printLatencies(load)
  console.log(
    `memory ${memory.start.toFixed(0)} MB at the start, ${memory.peak.toFixed(0)} at most (${memory.peakOfSecondHalf.toFixed(0)} in the second half), ${memory.after.toFixed(0)} afterwards`,
  )
  console.log(
    `CPU ${use.cpu.toFixed(1)} s of ${use.seconds.toFixed(1)} s, the generator's ${load.cpu.toFixed(1)}; event loop held: p50 ${ms(loop.p50)} ms, p99 ${ms(loop.p99)}, longest ${ms(loop.longest)}`,
  )
  console.log(
    `sent late by p50 ${ms(load.late.p50)} ms, p99 ${ms(load.late.p99)} (part of the times above), over ${load.connections} connections`,
  )
  for (const { what, value, baseline, unit, ratio } of beside) {
    console.log(
      `${what}: ${ms(value)} ${unit}${Number.isNaN(baseline) ? '' : ` / ${ms(baseline)} ${unit} = ${ms(ratio)}`}`,
    )
  }
}

const GOALS: Record<string, Record<string, string>> = {
  'exports-import': {
    [`${LISTS}, p50`]: 'under 5 ms',
    [`${LISTS}, p99`]: 'under 50 ms',
    'reports, p99': 'under 300 ms',
    'memory at most': 'under 1200 MB',
  },
}

export function measured(result: ScenarioResult): Measurement[] {
  const { name, load, use, loop, beside } = result
  const line = (
    what: string,
    value: number,
    unit: Measurement['unit'],
    baseline = NaN,
  ): Measurement => {
    const goal = GOALS[name]?.[what]
    const found = measurement(`${name}: ${what}`, value, baseline, unit, goal ?? '-')
    return goal === undefined ? { ...found, shown: true } : found
  }
  const memory = memoryOf(result)
  const errors = (latencies: Latencies | undefined): number =>
    Object.values(latencies?.errors ?? {}).reduce((sum, count) => sum + count, 0)
  return [
    ...GROUPS.filter(group => group in load.groups).flatMap(group =>
      (['p50', 'p90', 'p99'] as const).map(percentile =>
        line(`${group}, ${percentile}`, load.groups[group]![percentile], 'ms'),
      ),
    ),
    line('503 with Retry-After', load.groups[LIGHT]?.refused ?? 0, 'requests'),
    line('errors', errors(load.groups[LIGHT]), 'requests'),
    line('memory at the start', memory.start, 'MB'),
    line('memory at most', memory.peak, 'MB'),
    line('memory at most in the second half', memory.peakOfSecondHalf, 'MB'),
    line('memory afterwards', memory.after, 'MB'),
    line("CPU, the generator's below", use.cpu, 's', load.cpu),
    line('event loop held, p99', loop.p99, 'ms'),
    line('event loop held, longest', loop.longest, 'ms'),
    ...beside.map(found => ({ ...found, what: `${name}: ${found.what}` })),
  ]
}

export interface ScenarioResult {
  name: string
  rate: number
  load: OpenLoopResult
  use: Use
  /** MB some seconds after the end. */
  memoryAfter: number
  loop: LoopDelay
  beside: Measurement[]
}

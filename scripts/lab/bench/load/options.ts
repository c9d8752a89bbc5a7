import { COLD } from './cold-start.ts'
import { ENGINES, type EngineName } from './engines.ts'
import { SCENARIOS } from './scenarios.ts'

export interface LoadOptions {
  seconds: number
  only: readonly string[]
  engines: readonly EngineName[]
  /** Folder for CPU profiles; undefined: none. */
  profile: string | undefined
  /** Faults of each kind, for `sentinel`. */
  draws: number
  /** Worlds of each kind, for `forecast` and `response`. */
  seeds: number
  /** Purchases, for `log`. */
  log: string | undefined
}

export const LOAD_ARGUMENTS = {
  seconds: { type: 'string' },
  only: { type: 'string' },
  engine: { type: 'string' },
  profile: { type: 'string' },
  draws: { type: 'string' },
  seeds: { type: 'string' },
  log: { type: 'string' },
} as const

const NAMES = [COLD, ...Object.keys(SCENARIOS)]

export const LOAD_USAGE = `Options of load: [--only SCENARIO,...] [--seconds N] [--engine ${ENGINES.join('|')}] [--profile DIR]\nOptions of forecast and response: [--seeds N]\nOptions of sentinel: [--draws N]\nOptions of log: --log FILE\nScenarios: ${NAMES.join(', ')}`

export function loadOptions({
  seconds = '15',
  only,
  engine,
  profile,
  draws = '100',
  seeds = '2',
  log,
}: Partial<Record<string, string | boolean>>): LoadOptions | string {
  const names = only === undefined ? NAMES : String(only).split(',')
  const unknown = names.filter(name => !NAMES.includes(name))
  if (unknown.length > 0) return `Unknown scenario: ${unknown.join(', ')}.`
  for (const [name, value] of Object.entries({ seconds, draws })) {
    if (!/^[1-9]\d{0,4}$/.test(String(value))) return `--${name} must be a whole number.`
  }
  if (!/^[1-9]\d?$/.test(String(seeds))) return '--seeds must be a whole number below 100.'
  const engines = ENGINES.filter(name => engine === undefined || name === engine)
  if (engines.length === 0) return `--engine must be one of ${ENGINES.join(', ')}.`
  return {
    seconds: Number(seconds),
    only: names,
    engines,
    profile: profile === undefined ? undefined : String(profile),
    draws: Number(draws),
    seeds: Number(seeds),
    log: log === undefined ? undefined : String(log),
  }
}

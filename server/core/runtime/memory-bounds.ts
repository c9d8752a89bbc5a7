import { type Machine, readMachine } from './machine.ts'

/** Limits of all parts, so that the service, its exports and an import fit the machine. Memory in bytes. */
export interface Bounds {
  /** DuckDB for light and for heavy work; the heavy process takes about 70 MB more, and its encoders up to 200 MB. */
  light: number
  heavy: number
  /** Concurrent large queries. */
  heavyTurns: number
  threads: number
  heavyThreads: number
  /** DuckDB in an import; its process takes up to 400 MB more. */
  workspace: number
  /** One thread needs less memory and processor time, but takes longer. */
  workspaceThreads: number
  importing: number
  /** Share of the caches' full sizes. */
  caches: number
}

const MB = 1e6
const GB = 1e9

/** Below this, a full export leaves the service too little. Containers of 512 MB pass, in MB and MiB. */
const SMALLEST = 480 * MB

/** Minimum memory for two large queries, or two threads of one, to proceed together. */
const TWO_HEAVY = 300 * MB

/** Memory of an idle service, the command, and the import's process without DuckDB. */
const BESIDE_WORKSPACE = 370 * MB

/** Measured: README, "How large a machine". More memory only delays spilling, which costs no processor time above 500 MB. */
export function boundsOf({ memory, processors }: Machine): Bounds {
  const between = (least: number, bytes: number, most: number): number =>
    Math.round(Math.min(most, Math.max(least, bytes)))
  const heavy = between(100 * MB, 0.4 * memory - 100 * MB, 500 * MB)
  return {
    light: between(100 * MB, memory / 6, 400 * MB),
    heavy,
    heavyTurns: heavy < TWO_HEAVY ? 1 : 2,
    threads: Math.floor(processors),
    heavyThreads: heavy < TWO_HEAVY ? 1 : Math.floor(processors),
    workspace: between(128 * MB, Math.min(memory / 2, memory - BESIDE_WORKSPACE), 2500 * MB),
    workspaceThreads: memory < 2 * GB ? 1 : Math.floor(processors),
    importing: between(256 * MB, 0.9 * memory, 4 * 2 ** 30),
    caches: Math.min(1, memory / (2 * GB)),
  }
}

let own: Bounds | undefined

/** Read once; a container's limits do not change. */
export function ownBounds(): Bounds {
  return (own ??= boundsOf(readMachine()))
}

/** @throws Error with the required memory */
export function requireMemory({ memory }: Machine = readMachine()): void {
  if (memory >= SMALLEST) return
  throw new Error(
    `the machine or container has ${Math.floor(memory / MB)} MB of memory, and the service needs at least ${SMALLEST / MB} MB: ` +
      'see "How large a machine" in the operator\'s page',
  )
}

/** In DuckDB's notation. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)}MB`
}

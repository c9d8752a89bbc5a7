import type { Block } from './blocks.ts'
import type { Demo } from './places.ts'

/** How a block is run, or what is done instead. */
export type How = Run | Held | Elsewhere | Unrun

/** In the shell of its page. */
export interface Run {
  kind: 'run'
  /** In a new shell, for who begins to read here. */
  fresh?: true
  /** What the reader did before, or does after it to see that it is so. */
  before?: string
  after?: string
  /** The block as it is run, where a reader would do something within it. */
  edit?: (text: string) => string
  /** What it prints, with what is said by `after`. */
  says?: RegExp
  /** Skipped, loudly, where that is missing. */
  needs?: Need
}

export type Need = 'MariaDB' | 'HAProxy' | 'promtool' | 'the MCP inspector'

/** Taken for what it is: a file of a form, with what must be in it. `holds` throws where it is not. */
export interface Held {
  kind: 'held'
  as: string
  holds: (block: Block, demo: Demo) => unknown
}

/** What it does is run by other tests (paths), where it is of another form. */
export interface Elsewhere {
  kind: 'elsewhere'
  tests: readonly string[]
  because: string
}

/** Nothing runs it; what can be looked at is: the shell's grammar, scripts of npm, files. */
export interface Unrun {
  kind: 'unrun'
  because: string
}

/** A row of the register: which block of a page, and how. */
export interface Row {
  /** The heading that the block stands under. */
  under: string
  language?: string
  /** A piece of the block, where others under the heading are of the same language. */
  has?: string
  how: How
}

export function run(how: Omit<Run, 'kind'> = {}): Run {
  return { kind: 'run', ...how }
}

export function held(as: string, holds: Held['holds']): Held {
  return { kind: 'held', as, holds }
}

export function elsewhere(because: string, ...tests: string[]): Elsewhere {
  return { kind: 'elsewhere', because, tests }
}

export function unrun(because: string): Unrun {
  return { kind: 'unrun', because }
}

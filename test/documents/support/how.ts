import type { Block } from '../../support/blocks.ts'
import type { Need } from './needs.ts'
import type { Demo } from './places.ts'

/** How a block is run, or what is done instead. */
export type How = Run | Program | Held | Elsewhere | Unrun

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
  /** What it prints, with what is said by `after`; of a `console` block the page itself says that. */
  says?: RegExp
  /** Skipped, loudly, where that is missing. */
  needs?: Need
}

/** Compiled and run with the other programs of its page. */
export interface Program {
  kind: 'program'
}

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
  /** The heading that the block stands under; without one, any. */
  under?: string
  language?: string
  /** A piece of the block, where others under the heading are of the same language. */
  has?: string
  how: How
}

/** What a page is run on, and its rows. */
export interface Page {
  /** Whose store `DATA_DIR` names at its begin: an empty one of the page's own, or the demo's. */
  store?: 'own' | 'demo'
  /** The name of an empty database on a server of the tests, which the page's address of a database stands for. */
  database?: string
  /** Its demo is a service of its own that has metrics and a log, and was asked this before the page begins. */
  watched?: string
  blocks?: readonly Row[]
}

/** How a block is run, by the first row that is of it, or by its language; undefined where neither says so. */
export function howOf(block: Block, rows: readonly Row[] = []): How | undefined {
  const row = rows.find(
    ({ under, language, has }) =>
      (under === undefined || under === block.heading) &&
      (language === undefined || language === block.language) &&
      (has === undefined || block.text.includes(has)),
  )
  return row?.how ?? BY_LANGUAGE[block.language]
}

const BY_LANGUAGE: Record<string, How> = { console: { kind: 'run' }, ts: { kind: 'program' } }

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

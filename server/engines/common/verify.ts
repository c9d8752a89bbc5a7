import type { Print } from '../../delivery/progress.ts'

/** Something that a verification of a store found. */
export interface Finding {
  /** A file's name within the store, or what else it is about. */
  file: string
  problem: string
  advice: string
  /** Damage needs an operator; a note does not. */
  kind: 'damage' | 'note'
}

export interface Verification {
  /** Version of the catalog; null if it cannot be read. */
  version: number | null
  /** Data files that were read, and their bytes. */
  files: number
  bytes: number
  findings: Finding[]
  /** What a repair did, a sentence each. */
  repaired: string[]
}

export interface VerifyOptions {
  /** Repairs what can be repaired, and verifies again. */
  repair: boolean
  print: Print
}

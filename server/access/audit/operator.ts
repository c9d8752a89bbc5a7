import { userInfo } from 'node:os'
import type { Actor } from './audit-log.ts'

/** Who runs the CLI, as the system knows them; by number where they have no name. */
export function operator(): Actor {
  try {
    return `operator:${userInfo().username}`
  } catch {
    return `operator:${process.getuid?.() ?? 'unknown'}`
  }
}

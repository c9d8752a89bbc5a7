import { randomBytes } from 'node:crypto'

/** An id of a key or a user: 12 hex digits, nothing that could be counted on from another one. */
export function newId(): string {
  return randomBytes(6).toString('hex')
}

import { shorten } from '../../server/checks/text.ts'
import { type McpAnswer, rpcError } from './answer.ts'

/** Levels of lists and objects in a body; a call with its arguments has five. */
const MOST_LEVELS = 32

/** Names of one object: arguments, `_meta`, capabilities and whatever else there is. */
const MOST_NAMES = 64

/** Values in all. The filters of a request hold fewer. */
const MOST_VALUES = 10_000

interface Part {
  value: unknown
  /** Where it stands: `.params.arguments`. */
  path: string
  level: number
}

/**
 * What is too much about a body, so that nothing else needs to look at it; null for nothing. The protocol's library goes through every
 * part of a message, more than once, and down the deep ones by recursion.
 */
export function boundsFault(body: unknown): McpAnswer | null {
  const tooMuch = excess(body)
  return tooMuch === null ? null : rpcError(400, -32602, `Invalid params: ${tooMuch}`, body)
}

function excess(body: unknown): string | null {
  const parts: Part[] = [{ value: body, path: '', level: 1 }]
  let values = 1
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { value, path, level } = part
    if (typeof value !== 'object' || value === null) continue
    if (level > MOST_LEVELS) return `${named(path)} is nested too deeply; a body has at most ${MOST_LEVELS} levels`
    const names = Object.keys(value)
    if (names.length > MOST_NAMES && !Array.isArray(value)) {
      return `${named(path)} has ${names.length} names; an object has at most ${MOST_NAMES}`
    }
    values += names.length
    if (values > MOST_VALUES) return `the body holds too many values, at most ${MOST_VALUES} are taken`
    for (const name of names) parts.push({ value: (value as Record<string, unknown>)[name], path: `${path}.${name}`, level: level + 1 })
  }
  return null
}

function named(path: string): string {
  return path === '' ? 'the body' : shorten(path.slice(1))
}

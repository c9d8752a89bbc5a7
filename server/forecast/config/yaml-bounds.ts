import { type CST, LineCounter, Parser } from 'yaml'
import type { ForecastFault } from './config-faults.ts'

/** Bytes and characters. */
export const LARGEST_FILE = 2 ** 20
/** Values: keys of maps and items of lists. */
const MAX_VALUES = 50_000
/** The parser compares each key of a map with all others. */
const MAX_KEYS = 5_000
/** The parser searches the whole document for each alias. */
export const MAX_ALIASES = 100
/** A configuration has four levels. */
const MAX_DEPTH = 32

type Fault = Omit<ForecastFault, 'file'>

/**
 * The limit that a text exceeds, by its tokens: composing them takes time quadratic in a map's keys, and stack in
 * proportion to the depth.
 */
export function sizeFault(text: string): Fault | undefined {
  if (text.length > LARGEST_FILE) return { rule: `must have at most ${LARGEST_FILE} characters` }
  const lines = new LineCounter()
  const stack: { token: CST.Token; depth: number }[] = []
  for (const token of new Parser(lines.addNewLine).parse(text)) stack.push({ token, depth: 0 })
  let [values, aliases] = [0, 0]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { token, depth } = next
    const fault = (rule: string): Fault => ({ row: lines.linePos(token.offset).line, rule })
    if (token.type === 'document' && token.value !== undefined)
      stack.push({ token: token.value, depth })
    if (token.type === 'alias' && ++aliases > MAX_ALIASES)
      return fault(`must have at most ${MAX_ALIASES} aliases`)
    if (!('items' in token)) continue
    values += token.items.length
    if (depth === MAX_DEPTH) return fault(`must be nested at most ${MAX_DEPTH} levels deep`)
    if (token.type !== 'block-seq' && token.items.length > MAX_KEYS)
      return fault(`must have at most ${MAX_KEYS} keys or items in one place`)
    if (values > MAX_VALUES) return fault(`must have at most ${MAX_VALUES} values`)
    for (const { key, value } of token.items)
      for (const inner of [key, value]) if (inner) stack.push({ token: inner, depth: depth + 1 })
  }
  return undefined
}

/** The number of values limits those that aliases repeat, too. */
export function valuesFault(value: unknown): string | undefined {
  const stack = [value]
  for (let visited = 0; stack.length > 0; visited++) {
    if (visited + stack.length > 2 * MAX_VALUES)
      return `must have at most ${2 * MAX_VALUES} values with those that aliases repeat`
    const next = stack.pop()
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) stack.push(inner)
  }
  return undefined
}

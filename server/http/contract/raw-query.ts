import { isUtf8 } from 'node:buffer'
import type { Fault } from '../../checks/faults.ts'
import type { RawParameters } from './parse-request.ts'
import { shorten } from '../../checks/text.ts'

/**
 * A request target's query parameters, decoded; a repeated one has several values. Unlike common parsers, this one drops
 * nothing, neither parameters beyond some number nor what is not valid percent-encoded UTF-8: that is kept as it was sent, and a fault.
 */
export function parseRawQuery(target: string): { query: RawParameters; faults: Fault[] } {
  const faults = new Map<string, Fault>()
  const query = Object.create(null) as Record<string, string | string[]>
  const start = target.indexOf('?')
  const text = start === -1 ? '' : target.slice(start + 1).replace(/#.*$/s, '')
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [rawName, rawValue] = splitOnce(pair)
    const decoded = [decode(rawName), decode(rawValue)]
    const [name, value] = [decoded[0] ?? rawName, decoded[1] ?? rawValue]
    if (decoded.includes(null)) {
      faults.set(name, { parameter: shorten(name), message: 'is not valid percent-encoded UTF-8' })
    }
    const earlier = query[name]
    if (earlier === undefined) query[name] = value
    else if (typeof earlier === 'string') query[name] = [earlier, value]
    else earlier.push(value)
  }
  return { query, faults: [...faults.values()] }
}

function splitOnce(pair: string): [string, string] {
  const equals = pair.indexOf('=')
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
}

/** Not by trying: an error for each of thousands would take its time. */
function decode(text: string): string | null {
  const spaced = text.replaceAll('+', ' ')
  if (/%(?![0-9a-f]{2})/i.test(spaced)) return null
  const runs = spaced.match(/(%[0-9a-f]{2})+/gi) ?? []
  return runs.every(run => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) ? decodeURIComponent(spaced) : null
}

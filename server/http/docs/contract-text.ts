import { readFileSync } from 'node:fs'
import { isScalar, parseDocument } from 'yaml'

/** The contract as text, naming the address at which this service is reached. */
export interface ContractText {
  yaml: string
  json: string
}

/** Reads the contract; the function it returns puts an address in place of the one that the file names. */
export function readContract(): (baseUrl: string) => ContractText {
  const text = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
  const node = parseDocument(text).getIn(['servers', 0, 'url'], true)
  if (!isScalar(node) || !node.range) throw new Error('openapi.yaml names no server')
  const [start, end] = node.range
  let made: (ContractText & { baseUrl: string }) | null = null
  return baseUrl => {
    if (made?.baseUrl === baseUrl) return made
    const yaml = text.slice(0, start) + baseUrl + text.slice(end)
    return (made = { baseUrl, yaml, json: JSON.stringify(parseDocument(yaml).toJS()) })
  }
}

import { PROBLEMS } from '../../checks/problem.ts'
import { operationsOf, type Contract } from './contract.ts'
import type { Places } from './markdown.ts'

export function headerId(name: string): string {
  return `header-${name.toLowerCase()}`
}

export function tagId(name: string): string {
  return `tag-${name.toLowerCase()}`
}

export function placesOf(contract: Contract): Places {
  const own = [
    ...Object.keys(PROBLEMS),
    ...operationsOf(contract).map(({ operationId }) => operationId),
    ...Object.keys(contract['x-mcp-tools']),
  ]
  const headers = Object.keys(contract.components.headers)
  return new Map([...own.map(name => [name, name] as const), ...headers.map(name => [name, headerId(name)] as const)])
}

import { readFileSync } from 'node:fs'
import { PROBLEMS } from '../../core/checks/problem.ts'
import type { Places } from './html.ts'

export interface Contract {
  info: { title: string; summary: string; description: string }
  servers: readonly [{ url: string }]
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    headers: Readonly<Record<string, Header>>
    responses: Readonly<Record<string, Answer>>
    schemas: Readonly<Record<string, Schema>>
  }
  'x-mcp-tools': Readonly<Record<string, Tool>>
}

interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  security?: readonly unknown[]
  parameters?: readonly Parameter[]
  'x-columns'?: Readonly<Record<string, Schema>>
  responses: Readonly<Record<string, Answer>>
  'x-exactly-one-of'?: readonly string[]
}

export interface Parameter {
  name: string
  in: 'query' | 'path'
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

export interface Answer {
  description: string
  headers?: Readonly<Record<string, Header>>
  content?: Readonly<Record<string, { schema: Schema; example?: unknown }>>
}

interface Header {
  description: string
  schema: Schema
}

export interface Tool {
  title: string
  description: string
  operation?: string
  arguments: Readonly<Record<string, { required?: boolean; schema: Schema }>>
  output: Schema
  example?: unknown
}

export interface Schema {
  type: string | readonly string[]
  description?: string
  format?: string
  enum?: readonly unknown[]
  'x-extensible-enum'?: readonly unknown[]
  minimum?: number
  maximum?: number
  default?: unknown
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

export interface PlacedOperation extends Operation {
  method: string
  path: string
}

export function parseContract(json: string): Contract {
  const document: unknown = JSON.parse(json)
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...own } = value as { $ref?: string }
    const resolved = Object.fromEntries(
      Object.entries(own).map(([name, part]) => [name, resolve(part)]),
    )
    return $ref === undefined
      ? resolved
      : { ...(resolve(target(document, $ref)) as object), ...resolved }
  }
  return resolve(document) as Contract
}

export function operationsOf({ paths }: Contract): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}

function target(document: unknown, reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce(
      (value, name) =>
        (value as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )
}

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
  return new Map([
    ...own.map(name => [name, name] as const),
    ...headers.map(name => [name, headerId(name)] as const),
  ])
}

/** The contract with the service's own address. */
interface ContractText {
  yaml: string
  json: string
}

const SERVER = /^servers:\n *- url: (\S+)$/m

/** The returned function inserts an address. */
export function readContract(): (baseUrl: string) => ContractText {
  const yaml = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
  const named = SERVER.exec(yaml)?.[1]
  if (named === undefined) throw new Error('openapi.yaml names no server')
  let made: (ContractText & { baseUrl: string }) | null = null
  return baseUrl => {
    if (made?.baseUrl === baseUrl) return made
    const contract = JSON.parse(
      readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
    ) as {
      servers: [{ url: string }]
    }
    contract.servers[0].url = baseUrl
    return (made = {
      baseUrl,
      // A function, since `$` in an address would be special in a replacement text.
      yaml: yaml.replace(SERVER, line => line.slice(0, -named.length) + baseUrl),
      json: JSON.stringify(contract),
    })
  }
}

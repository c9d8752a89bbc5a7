import { specTypeSchemas } from '@modelcontextprotocol/server'
import { isObject, type McpAnswer, rpcError } from './answer.ts'

const SCHEMAS = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    ping: specTypeSchemas.PingRequest,
    'tools/list': specTypeSchemas.ListToolsRequest,
    'tools/call': specTypeSchemas.CallToolRequest,
    'resources/list': specTypeSchemas.ListResourcesRequest,
    'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
    'resources/read': specTypeSchemas.ReadResourceRequest,
  }),
)

/** Faults that are told one by one. */
const MOST_TOLD = 20

/** Longest name of a tool and address of a resource, in characters: the library repeats them, more than once. */
const LONGEST_NAME = 2048

/**
 * What is wrong with the parameters of a request, in words; null for nothing, and for what is no request that we serve. The library
 * would tell some of it as a fault of the service, and all of it as a listing of its own checks.
 */
export function paramsFault(message: unknown): McpAnswer | null {
  if (!isObject(message) || message['id'] === undefined) return null
  const { issues = [] } = SCHEMAS.get(String(message['method']))?.['~standard'].validate(message) ?? {}
  // What else a message needs is checked before.
  const own = issues.filter(({ path }) => path?.[0] === 'params')
  const faults = [...new Set(own.map(({ path = [], message }) => `${path.map(String).join('.')}: ${inWords(message)}`))]
  faults.push(...tooLong(message['params']))
  if (faults.length === 0) return null
  const more = faults.length > MOST_TOLD ? `; and ${faults.length - MOST_TOLD} more` : ''
  return rpcError(200, -32602, `Invalid params: ${faults.slice(0, MOST_TOLD).join('; ')}${more}`, message)
}

function tooLong(params: unknown): string[] {
  if (!isObject(params)) return []
  const long = ['name', 'uri'].filter(key => typeof params[key] === 'string' && params[key].length > LONGEST_NAME)
  return long.map(key => `params.${key}: has more than ${LONGEST_NAME} characters`)
}

function inWords(message: string): string {
  return message
    .replace(/^Invalid input: /, '')
    .replace(/^expected record/, 'expected object')
    .replace(/, received undefined$/, ', and it is missing')
}

import { decoded } from './database-url.ts'
import { type ClickhouseConfig, parseSize } from './lake-config.ts'

export const CLICKHOUSE_URL_FORM =
  'http(s)://USER:PASSWORD@HOST:PORT/?collection=NAME, optionally with &cluster=NAME and &memory=SIZE, such as 8GB; ' +
  'names are of letters, digits and "_"'

const DEFAULT_MEMORY = 8e9

const NAME = /^[A-Za-z_]\w{0,99}$/

/** Undefined if invalid. */
export function parseClickhouseUrl(text: string): ClickhouseConfig | undefined {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.hash !== '' || url.username === '') return undefined
  const parameters = [...url.searchParams]
  const given = new Map(parameters)
  const isKnown = parameters.every(([name, value]) => (name === 'memory' ? parseSize(value) !== undefined : NAME.test(value)))
  if (!isKnown || given.size < parameters.length || [...given.keys()].some(name => !/^(cluster|collection|memory)$/.test(name))) {
    return undefined
  }
  const [user, password] = [url.username, url.password].map(decoded)
  if (user === undefined || password === undefined) return undefined
  return {
    url: url.origin,
    user,
    password,
    cluster: given.get('cluster') ?? null,
    collection: given.get('collection') ?? null,
    memory: parseSize(given.get('memory') ?? '') ?? DEFAULT_MEMORY,
  }
}

import { decoded } from './database-url.ts'

export interface LakeConfig {
  url: string
  /** `https://HOST[:PORT]` of S3-compatible storage; null: AWS. */
  endpoint: string | null
  region: string
  /** Null: a folder needs none; a bucket uses the credential chain of AWS's tools. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
  /** Maximum bytes of a node's cache; null: most of the free space. */
  cacheSize: number | null
  /** Days before unlisted files are deleted from the lake; 0: once no reader can use them. */
  keepDays: number
  /** Null: DuckDB in the node computes sums. */
  clickhouse: ClickhouseConfig | null
}

export interface ClickhouseConfig {
  /** `http(s)://HOST:PORT`. */
  url: string
  user: string
  password: string
  /** Null: a single server. */
  cluster: string | null
  /** Named collection with the lake's address and keys; null: a folder needs none. */
  collection: string | null
  /** Bytes per query and server. */
  memory: number
}

export const LAKE_URL_FORM =
  's3://BUCKET/PREFIX or file:///FOLDER, of letters, digits, ".", "_" and "-"; set keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'

const PLAIN_PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Without trailing slashes; undefined if invalid. */
export function parseLakeUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username + url.password !== '' || /[?#@]/.test(text)) return undefined
  const path = url.pathname.replace(/^\/|\/+$/g, '')
  // The parser resolves "..", which the address returned would still have.
  const isPlain = url.href === text
  const isFolder = url.protocol === 'file:' && url.host === '' && PLAIN_PATH.test(path)
  const isBucket =
    url.protocol === 's3:' && PLAIN_PATH.test(url.host) && (path === '' || PLAIN_PATH.test(path))
  return isPlain && (isFolder || isBucket) ? text.replace(/\/+$/, '') : undefined
}

/** Without a path, where the bucket goes. */
export function parseEndpoint(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    ? url.origin
    : undefined
}

const UNITS: Record<string, number> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
}

export const SIZE_FORM = 'a number of bytes, such as 200GB, at least 100MB'

const MIN_SIZE = 100e6

/** Parses a size, bytes. */
export function parseSize(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMGT]?i?B?)$/i.exec(text) ?? []
  const factor = UNITS[(unit ?? '?').toUpperCase()]
  const size = factor === undefined ? NaN : Math.round(Number(number) * factor)
  return size >= MIN_SIZE ? size : undefined
}

export const CLICKHOUSE_URL_FORM =
  'http(s)://USER:PASSWORD@HOST:PORT/?collection=NAME, optionally with &cluster=NAME and &memory=SIZE, such as 8GB; ' +
  'names are of letters, digits and "_"'

const DEFAULT_MEMORY = 8e9

const NAME = /^[A-Za-z_]\w{0,99}$/

/** Undefined if invalid. */
export function parseClickhouseUrl(text: string): ClickhouseConfig | undefined {
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.hash !== '' ||
    url.username === ''
  )
    return undefined
  const parameters = [...url.searchParams]
  const options = new Map(parameters)
  const isKnown = parameters.every(([name, value]) =>
    name === 'memory' ? parseSize(value) !== undefined : NAME.test(value),
  )
  if (
    !isKnown ||
    options.size < parameters.length ||
    [...options.keys()].some(name => !/^(cluster|collection|memory)$/.test(name))
  ) {
    return undefined
  }
  const [user, password] = [url.username, url.password].map(decoded)
  if (user === undefined || password === undefined) return undefined
  return {
    url: url.origin,
    user,
    password,
    cluster: options.get('cluster') ?? null,
    collection: options.get('collection') ?? null,
    memory: parseSize(options.get('memory') ?? '') ?? DEFAULT_MEMORY,
  }
}

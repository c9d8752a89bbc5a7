import { isIP } from 'node:net'

export interface DatabaseAddress {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Null: unencrypted. `ca` is a PEM file of trusted signers; null: the system's. */
  ssl: { ca: string | null } | null
}

export const DATABASE_URL_FORM =
  'mysql://USER:PASSWORD@HOST:PORT/DATABASE, optionally followed by ?ssl or ?ssl-ca=FILE, ' +
  "for which HOST is the name in the server's certificate"

/** Undefined if invalid. Checked here, since the driver would accept any option in an address. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url?.protocol !== 'mysql:' ||
    url.hostname === '' ||
    url.hash !== '' ||
    !/^\/[^/]+$/.test(url.pathname)
  )
    return undefined
  const ssl = parseSsl([...url.searchParams])
  const parts = [
    url.hostname.replace(/^\[(.*)\]$/, '$1'),
    url.username,
    url.password,
    url.pathname.slice(1),
  ].map(decoded)
  const [host, user, password, database] = parts
  if (
    ssl === undefined ||
    host === undefined ||
    user === undefined ||
    password === undefined ||
    database === undefined
  )
    return undefined
  // Certificates are checked by name.
  if (ssl !== null && isIP(host) !== 0) return undefined
  return { host, port: url.port === '' ? 3306 : Number(url.port), user, password, database, ssl }
}

/** Accepts `ssl`, `ssl=true`, `ssl-ca=FILE`, each at most once. */
function parseSsl(parameters: readonly [string, string][]): DatabaseAddress['ssl'] | undefined {
  const options = new Map(parameters)
  const ca = options.get('ssl-ca') ?? null
  const known =
    parameters.every(([name]) => name === 'ssl' || name === 'ssl-ca') &&
    options.size === parameters.length
  if (!known || ca === '' || !['', 'true'].includes(options.get('ssl') ?? '')) return undefined
  return options.size === 0 ? null : { ca }
}

/** Undefined if malformed. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

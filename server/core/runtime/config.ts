import { isIP } from 'node:net'
import { ConfigError, quote } from './config-error.ts'
import { DATABASE_URL_FORM, parseDatabaseUrl } from './database-url.ts'
import {
  CLICKHOUSE_URL_FORM,
  LAKE_URL_FORM,
  type LakeConfig,
  parseClickhouseUrl,
  parseEndpoint,
  parseLakeUrl,
  parseSize,
  SIZE_FORM,
} from './lake-config.ts'
import { NICE } from './priority.ts'
import { isSecureAddress } from './secure-address.ts'

export interface Config {
  host: string
  port: number
  /** Without a trailing slash; null: see `publicUrl`. */
  baseUrl: string | null
  dataDir: string
  /** `mysql://...`; null: the embedded store under `dataDir`. */
  databaseUrl: string | null
  /** Data files outside the database; null: in the database. */
  lake: LakeConfig | null
  demo: boolean
  /** Allows printing demo keys to a log in production. */
  demoKeys: boolean
  rateLimit: number
  /** Age, days, from which imports delete audit entries; null: never. */
  auditKeepDays: number | null
  /** Nice value of `admin import`. */
  importNice: number
  /** Null: created once under `dataDir`. */
  exportSecret: string | null
  /** Logins for the tool endpoint; null: off. */
  auth: AuthConfig | null
  logLevel: LogLevel
  metrics: boolean | { host: string; port: number }
  allowedHosts: string[]
  allowedOrigins: string[]
  web: boolean
  /** Domain for views, in the host's own format; null: the host's choice. */
  viewDomain: string | null
  corsOrigins: string[]
  trustProxy: boolean
  warmUp: boolean
}

export interface AuthConfig {
  /** Compared literally with tokens. */
  issuer: string
  /** Client id of the page at `/`, a public client; null: no sign-in there. */
  clientId: string | null
  /** Null: the endpoint's own address. */
  audience: string | null
  /** Null: from its metadata. */
  jwksUrl: string | null
  /** `typ` of access tokens (RFC 9068, 2.1); `any` for issuers that set none. */
  tokenType: 'at+jwt' | 'any'
  /** Required scope of tokens, or null. */
  scope: string | null
  emailClaim: string
  /** Null: the issuer only issues verified addresses. */
  emailVerifiedClaim: string | null
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** Labels of letters, digits and inner hyphens (RFC 1123). An all-digit last label would be a mistyped IP address. */
const HOST_NAME =
  /^(?=.{1,253}$)(?!(.*\.)?\d+$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

const SECRET_LENGTH = 16

/** RFC 6749, appendix A.1. */
const CLIENT_ID = /^[\x20-\x7e]{1,1000}$/

const TOKEN_TYPES = ['at+jwt', 'any'] as const

/** RFC 6749, 3.3; short enough for a header. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/

/** RFC 7519, 4: any text; URLs namespace private claims. */
const CLAIM = /^[\x21-\x7e]{1,200}$/
const CLAIM_FORM = 'the name of a claim, such as email or https://example.com/email'

const REGION = /^[a-z0-9-]{1,40}$/i

const SECURE_URL =
  'an https address without a user, query or fragment (http only on this machine, such as http://localhost)'

/** Empty values count as unset. @throws ConfigError that names every invalid variable and the allowed values */
export function readConfig(environment: Environment): Config {
  const faults: string[] = []
  const isSet = (name: string) => (environment[name] ?? '') !== ''
  const read = <T>(
    name: string,
    parse: (text: string) => T | undefined,
    allowed: string,
    fallback: T,
  ): T => {
    const text = environment[name] ?? ''
    if (text === '') return fallback
    const value = parse(text)
    if (value === undefined) faults.push(`${name} must be ${allowed}${quote(name, text)}`)
    return value ?? fallback
  }
  const optional = <T>(name: string, parse: (text: string) => T | undefined, allowed: string) =>
    read<T | null>(name, parse, allowed, null)
  const oneOf = <Word extends string>(name: string, words: readonly Word[], fallback: Word) =>
    read(name, value => words.find(word => word === value), `one of ${words.join(', ')}`, fallback)
  const wholeNumber = (name: string, least: number, most: number, what: string, fallback: number) =>
    read(
      name,
      value => parseWhole(value, least, most),
      `a ${what} from ${least} to ${most}`,
      fallback,
    )
  const onOff = (name: string, fallback: boolean) => read(name, parseSwitch, 'on or off', fallback)
  const text = (name: string) => optional(name, value => value, 'text')
  const secureUrl = (name: string) => optional(name, parseSecureUrl, SECURE_URL)
  const origins = (name: string) =>
    read(name, parseOrigins, 'origins such as https://app.example.com, separated by commas', [])

  const config: Config = {
    host: read('HOST', parseHost, 'an IP address or host name', '127.0.0.1'),
    port: wholeNumber('PORT', 0, 65535, 'port', 8080),
    baseUrl: optional('BASE_URL', parseWebUrl, 'an http or https address'),
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl: optional(
      'DATABASE_URL',
      text => parseDatabaseUrl(text) && text,
      DATABASE_URL_FORM,
    ),
    lake: null,
    demo: onOff('DEMO', true),
    demoKeys: isSet('DEMO') || environment['NODE_ENV'] !== 'production',
    rateLimit: wholeNumber('RATE_LIMIT', 1, 1_000_000, 'whole number', 60),
    auditKeepDays: optional(
      'AUDIT_KEEP_DAYS',
      text => parseWhole(text, 1, 36_500),
      'a number of days from 1 to 36500',
    ),
    importNice: wholeNumber('IMPORT_NICE', 0, 19, 'whole number', NICE.import),
    exportSecret: optional(
      'EXPORT_SECRET',
      value => (value.trim().length < SECRET_LENGTH ? undefined : value),
      `at least ${SECRET_LENGTH} characters, not counting surrounding spaces`,
    ),
    auth: null,
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    metrics: read<Config['metrics']>(
      'METRICS',
      parseMetrics,
      'on, off, or an address such as 127.0.0.1:9090',
      false,
    ),
    allowedHosts: read('ALLOWED_HOSTS', parseHosts, 'host names separated by commas', []),
    allowedOrigins: origins('ALLOWED_ORIGINS'),
    web: onOff('WEB', true),
    viewDomain: optional('VIEW_DOMAIN', parseViewDomain, 'a host name or an https origin'),
    corsOrigins: origins('CORS_ORIGINS'),
    trustProxy: onOff('TRUST_PROXY', false),
    warmUp: onOff('WARM_UP', true),
  }

  const { host, port, metrics } = config
  if (typeof metrics === 'object' && metrics.host === host && metrics.port === port) {
    faults.push('METRICS must differ from HOST and PORT; `on` serves metrics there')
  }
  const verified = read(
    'AUTH_EMAIL_VERIFIED_CLAIM',
    matching(CLAIM),
    `${CLAIM_FORM}_verified, or none`,
    'email_verified',
  )
  const auth = {
    issuer: secureUrl('AUTH_ISSUER'),
    clientId: optional('AUTH_CLIENT_ID', matching(CLIENT_ID), 'a client id of the issuer'),
    audience: text('AUTH_AUDIENCE'),
    jwksUrl: secureUrl('AUTH_JWKS_URL'),
    tokenType: oneOf('AUTH_TOKEN_TYPE', TOKEN_TYPES, 'at+jwt'),
    scope: optional('AUTH_SCOPE', matching(SCOPE), 'one scope, without spaces or quotes'),
    emailClaim: read('AUTH_EMAIL_CLAIM', matching(CLAIM), CLAIM_FORM, 'email'),
    emailVerifiedClaim: verified === 'none' ? null : verified,
  }
  if (auth.emailClaim !== 'email' && !isSet('AUTH_EMAIL_VERIFIED_CLAIM')) {
    faults.push(
      'AUTH_EMAIL_VERIFIED_CLAIM is required with AUTH_EMAIL_CLAIM: email_verified covers only the claim email',
    )
  }
  if (auth.emailClaim === auth.emailVerifiedClaim)
    faults.push('AUTH_EMAIL_VERIFIED_CLAIM must differ from AUTH_EMAIL_CLAIM')
  if (auth.issuer !== null) config.auth = { ...auth, issuer: auth.issuer }
  if (!isSet('AUTH_ISSUER')) {
    const all = [
      'CLIENT_ID',
      'AUDIENCE',
      'JWKS_URL',
      'TOKEN_TYPE',
      'SCOPE',
      'EMAIL_CLAIM',
      'EMAIL_VERIFIED_CLAIM',
    ].map(name => `AUTH_${name}`)
    faults.push(...all.filter(isSet).map(name => `${name} needs AUTH_ISSUER`))
  }
  if (isSet('DATABASE_URL') && !isSet('EXPORT_SECRET')) {
    faults.push(
      'EXPORT_SECRET is required with DATABASE_URL: all nodes must sign links with the same secret',
    )
  }
  const lakeUrl = optional('LAKE_URL', parseLakeUrl, LAKE_URL_FORM)
  const isFolder = lakeUrl?.startsWith('file:') === true
  const keys = {
    accessKeyId: text('AWS_ACCESS_KEY_ID'),
    secretAccessKey: text('AWS_SECRET_ACCESS_KEY'),
    sessionToken: text('AWS_SESSION_TOKEN'),
  }
  const location = {
    endpoint: optional('LAKE_ENDPOINT', parseEndpoint, 'an http or https address without a path'),
    region: read('LAKE_REGION', matching(REGION), 'a region, such as eu-central-1', 'us-east-1'),
    cacheSize: optional('CACHE_SIZE', parseSize, SIZE_FORM),
    keepDays: wholeNumber('LAKE_KEEP_DAYS', 0, 3650, 'whole number', 0),
    clickhouse: optional('CLICKHOUSE_URL', parseClickhouseUrl, CLICKHOUSE_URL_FORM),
  }
  if (isSet('LAKE_URL') && !isSet('DATABASE_URL'))
    faults.push('LAKE_URL needs DATABASE_URL, which stores the file catalog')
  const lakeOnly = [
    'LAKE_ENDPOINT',
    'LAKE_REGION',
    'CACHE_SIZE',
    'LAKE_KEEP_DAYS',
    'CLICKHOUSE_URL',
  ].filter(isSet)
  if (!isSet('LAKE_URL')) faults.push(...lakeOnly.map(name => `${name} needs LAKE_URL`))
  if (isFolder)
    faults.push(
      ...lakeOnly
        .filter(name => /_ENDPOINT|_REGION/.test(name))
        .map(name => `${name} needs a LAKE_URL that starts with s3:`),
    )
  if (
    lakeUrl !== null &&
    location.clickhouse !== null &&
    isFolder !== (location.clickhouse.collection === null)
  ) {
    faults.push(
      isFolder
        ? 'CLICKHOUSE_URL must not name a collection: LAKE_URL is a folder, which ClickHouse reads without keys'
        : 'CLICKHOUSE_URL needs ?collection=NAME, a named collection of ClickHouse with the address and keys of LAKE_URL',
    )
  }
  if (lakeUrl !== null) {
    const { accessKeyId, secretAccessKey, sessionToken } = keys
    const credentials =
      isFolder || accessKeyId === null || secretAccessKey === null
        ? null
        : { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) }
    const pair = isFolder ? [] : ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
    // Without both, the credential chain of AWS's tools applies.
    const missing = pair.filter(name => !isSet(name))
    if (missing.length === 1) faults.push(`${missing[0]} is required with ${pair.find(isSet)}`)
    config.lake = { url: lakeUrl, ...location, credentials }
  }
  // Libuv's own variable: with too few threads, large queries would block files and DNS.
  wholeNumber('UV_THREADPOOL_SIZE', 4, 1024, 'whole number', 4)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

function matching(pattern: RegExp) {
  return (text: string): string | undefined => (pattern.test(text) ? text : undefined)
}

function parseSwitch(text: string): boolean | undefined {
  return { on: true, off: false }[text.toLowerCase()]
}

function parseWhole(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return value >= least && value <= most ? value : undefined
}

function parseHost(text: string): string | undefined {
  return (isIP(text) !== 0 && !text.includes('%')) || HOST_NAME.test(text) ? text : undefined
}

/** Not normalized: each host has its own format. */
function parseViewDomain(text: string): string | undefined {
  if (HOST_NAME.test(text)) return text
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && url.protocol === 'https:' && url.origin === text.toLowerCase()
    ? text
    : undefined
}

function parseMetrics(text: string): Config['metrics'] | undefined {
  const [, address = '', digits = ''] = /^(.+):(\d+)$/.exec(text) ?? []
  if (digits === '') return parseSwitch(text)
  // IPv6 addresses have colons.
  const host = parseHost(/^\[(.*:.*)\]$/.exec(address)?.[1] ?? address)
  const port = parseWhole(digits, 1, 65535)
  return host === undefined ||
    port === undefined ||
    address.includes(':') !== address.startsWith('[')
    ? undefined
    : { host, port }
}

function parseHosts(text: string): string[] | undefined {
  return parseList(text, item =>
    /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)(:\d+)?$/i.test(item) ? item.toLowerCase() : undefined,
  )
}

function parseWebUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    return undefined
  return url.href.replace(/\/+$/, '')
}

/** Not normalized: issuers are compared literally. */
function parseSecureUrl(text: string): string | undefined {
  if (!isSecureAddress(text)) return undefined
  const { username, password } = new URL(text)
  return username + password === '' && !/[?#]/.test(text) ? text : undefined
}

function parseOrigins(text: string): string[] | undefined {
  return parseList(text, item => {
    const url = URL.canParse(item) ? new URL(item) : null
    const bare =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      url.search === '' &&
      url.hash === '' &&
      url.username === ''
    return bare ? url.origin : undefined
  })
}

function parseList(
  text: string,
  parse: (item: string) => string | undefined,
): string[] | undefined {
  const items = text.split(',').map(item => parse(item.trim()))
  return items.every(item => item !== undefined) ? items : undefined
}

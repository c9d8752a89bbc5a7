import { readFileSync } from 'node:fs'
import t from 'tap'
import { readConfig } from '../../../../server/core/runtime/config.ts'
import { ConfigError, errorLines } from '../../../../server/core/runtime/config-error.ts'
import { publicUrl, unnamedHostNote } from '../../../../server/core/runtime/public-url.ts'
import { pages, textOf } from '../../../support/pages.ts'
import { repository } from '../../../support/repository.ts'

t.test('an empty environment gives the defaults', t => {
  t.same(readConfig({}), {
    host: '127.0.0.1',
    port: 8080,
    baseUrl: null,
    dataDir: './data',
    databaseUrl: null,
    lake: null,
    demo: true,
    demoKeys: true,
    rateLimit: 60,
    auditKeepDays: null,
    importNice: 10,
    exportSecret: null,
    auth: null,
    logLevel: 'info',
    metrics: false,
    allowedHosts: [],
    allowedOrigins: [],
    web: true,
    viewDomain: null,
    corsOrigins: [],
    trustProxy: false,
    warmUp: true,
  })
  t.same(
    readConfig({ PORT: '', CORS_ORIGINS: '', DEMO: '', AUTH_ISSUER: '' }),
    readConfig({}),
    'empty is unset',
  )
  t.end()
})

t.test('every variable is read', t => {
  t.same(
    readConfig({
      HOST: '::1',
      PORT: '0',
      BASE_URL: 'https://api.example.com/uascope/',
      DATA_DIR: '/var/lib/uascope',
      DATABASE_URL: 'mysql://u:p@db:3306/uascope',
      LAKE_URL: 's3://bucket/some/prefix/',
      LAKE_ENDPOINT: 'https://minio.example.com:9000/',
      LAKE_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
      CACHE_SIZE: '200GB',
      LAKE_KEEP_DAYS: '30',
      CLICKHOUSE_URL: 'http://u:p@ch:8123/?collection=lake',
      DEMO: 'off',
      RATE_LIMIT: '1000',
      AUDIT_KEEP_DAYS: '400',
      EXPORT_SECRET: 'a secret of some length',
      AUTH_ISSUER: 'https://login.example.com/',
      AUTH_CLIENT_ID: 'page 1',
      AUTH_AUDIENCE: 'https://api.example.com/v1/mcp',
      AUTH_JWKS_URL: 'https://login.example.com/keys/',
      AUTH_TOKEN_TYPE: 'any',
      AUTH_SCOPE: 'uascope:read',
      AUTH_EMAIL_CLAIM: 'https://example.com/email',
      AUTH_EMAIL_VERIFIED_CLAIM: 'https://example.com/email_verified',
      LOG_LEVEL: 'silent',
      METRICS: 'on',
      ALLOWED_HOSTS: 'API.example.com, localhost:8080,[::1]:80',
      ALLOWED_ORIGINS: 'https://chat.example.com',
      WEB: 'off',
      VIEW_DOMAIN: 'https://uascope.views.example.com',
      CORS_ORIGINS: 'https://a.example.com, http://localhost:3000/',
      TRUST_PROXY: 'on',
      WARM_UP: 'off',
      IMPORT_NICE: '0',
    }),
    {
      host: '::1',
      port: 0,
      baseUrl: 'https://api.example.com/uascope',
      dataDir: '/var/lib/uascope',
      databaseUrl: 'mysql://u:p@db:3306/uascope',
      lake: {
        url: 's3://bucket/some/prefix',
        endpoint: 'https://minio.example.com:9000',
        region: 'eu-central-1',
        credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'token' },
        cacheSize: 200e9,
        keepDays: 30,
        clickhouse: {
          url: 'http://ch:8123',
          user: 'u',
          password: 'p',
          cluster: null,
          collection: 'lake',
          memory: 8e9,
        },
      },
      demo: false,
      demoKeys: true,
      rateLimit: 1000,
      auditKeepDays: 400,
      importNice: 0,
      exportSecret: 'a secret of some length',
      auth: {
        issuer: 'https://login.example.com/',
        clientId: 'page 1',
        audience: 'https://api.example.com/v1/mcp',
        jwksUrl: 'https://login.example.com/keys/',
        tokenType: 'any',
        scope: 'uascope:read',
        emailClaim: 'https://example.com/email',
        emailVerifiedClaim: 'https://example.com/email_verified',
      },
      logLevel: 'silent',
      metrics: true,
      allowedHosts: ['api.example.com', 'localhost:8080', '[::1]:80'],
      allowedOrigins: ['https://chat.example.com'],
      web: false,
      viewDomain: 'https://uascope.views.example.com',
      corsOrigins: ['https://a.example.com', 'http://localhost:3000'],
      trustProxy: true,
      warmUp: false,
    },
  )
  t.same(readConfig({ AUTH_ISSUER: 'https://login.example.com' }).auth, {
    issuer: 'https://login.example.com',
    clientId: null,
    audience: null,
    jwksUrl: null,
    tokenType: 'at+jwt',
    scope: null,
    emailClaim: 'email',
    emailVerifiedClaim: 'email_verified',
  })
  const policy = { AUTH_ISSUER: 'https://login.example.com', AUTH_EMAIL_VERIFIED_CLAIM: 'none' }
  t.match(readConfig(policy).auth, { emailClaim: 'email', emailVerifiedClaim: null })
  t.match(readConfig({ ...policy, AUTH_EMAIL_CLAIM: 'upn' }).auth, {
    emailClaim: 'upn',
    emailVerifiedClaim: null,
  })
  for (const issuer of [
    'http://localhost:9',
    'http://127.0.0.1/realms/x',
    'http://127.8.0.1',
    'http://[::1]:9/',
  ]) {
    t.equal(
      readConfig({ AUTH_ISSUER: issuer }).auth?.issuer,
      issuer,
      'no TLS is needed on one machine',
    )
  }
  t.end()
})

t.test('an invalid value is refused by name and not repeated', t => {
  const bad: Record<string, string[]> = {
    HOST: [
      'a b',
      'http://x',
      'x/y',
      '999.1.1.1',
      '127.1',
      '1::2::3',
      'fe80::1%eth0',
      'a..b',
      'a_b',
      '-a',
      'a'.repeat(64),
    ],
    PORT: ['http', '-1', '65536', '80.5', '0x50', ' 80'],
    BASE_URL: ['example.com', 'ftp://example.com', 'https://x?y', 'https://x#y', '/v1'],
    DATABASE_URL: [
      'postgres://x/y',
      'x',
      'mysql://u:p@db:3306',
      'mysql://u:p@db:3306/',
      'mysql:///x',
      'mysql://db/x/y',
      'mysql://u:hunter2@db/x?sslmode=require',
      'mysql://u:hunter2@db/x?ssl=false',
      'mysql://u:hunter2@db/x?ssl={"rejectUnauthorized":false}',
      'mysql://u:hunter2@db/x?multipleStatements=true',
      'mysql://u:hunter2@db/x?ssl&ssl',
      'mysql://u:hunter2@db/x?ssl-ca=',
      'mysql://u:hunter2@127.0.0.1/x?ssl',
      'mysql://u:hunter2@[::1]/x?ssl',
      'mysql://u:hunter2@db/x#y',
      'mysql://u:hunter2%@db/x',
    ],
    DEMO: ['maybe', '1'],
    RATE_LIMIT: ['0', '-5', '1.5', 'many', '1000001', '1e3'],
    AUDIT_KEEP_DAYS: ['0', '-1', '1.5', 'ever', '36501'],
    EXPORT_SECRET: ['short-secret', ' '.repeat(32), `short${' '.repeat(32)}`],
    AUTH_ISSUER: [
      'login',
      'http://login.example.com',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'https://u:p@x',
      'https://x?y=1',
    ],
    AUTH_CLIENT_ID: ['page', 'é', 'x'.repeat(1001)],
    AUTH_AUDIENCE: ['https://x/v1/mcp'],
    AUTH_JWKS_URL: ['https://x/keys', 'keys', 'http://login.example.com/keys'],
    AUTH_TOKEN_TYPE: ['at+jwt', 'JWT'],
    AUTH_SCOPE: ['read', 'a b', '"', 'é'],
    AUTH_EMAIL_CLAIM: ['a b', 'é', 'x'.repeat(201), 'email'],
    AUTH_EMAIL_VERIFIED_CLAIM: ['a b', 'none', 'email_verified'],
    LOG_LEVEL: ['loud', 'INFO'],
    METRICS: [
      'yes',
      '9090',
      ':9090',
      '127.0.0.1:0',
      '127.0.0.1:99999',
      '::1:9090',
      '[::1]',
      '[127.0.0.1]:9090',
      'a b:9090',
      '127.0.0.1:8080',
    ],
    WEB: ['yes'],
    VIEW_DOMAIN: [
      'http://x',
      'https://x/',
      'https://x/y',
      'https://u:p@x',
      'x/y',
      'a b',
      '127.0.0.1',
    ],
    ALLOWED_HOSTS: ['https://x', 'a,,b'],
    ALLOWED_ORIGINS: ['example.com', '*', 'https://x/path'],
    CORS_ORIGINS: ['*', 'https://x/path', 'null', 'https://u@x'],
    TRUST_PROXY: ['true'],
    WARM_UP: ['0'],
    IMPORT_NICE: ['-1', '20', 'low'],
    UV_THREADPOOL_SIZE: ['2', '1025', 'many'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      t.throws(
        () => readConfig({ [name]: value }),
        { message: new RegExp(`^(?!.*hunter2)${name} (must|needs) .`) },
        `${name}=${value}`,
      )
    }
  }
  for (const HOST of [
    'localhost',
    'node-1',
    '1f3a',
    'a.b-c.example',
    '0.0.0.0',
    '::',
    '::ffff:1.2.3.4',
  ]) {
    t.equal(readConfig({ HOST }).host, HOST)
  }
  const issuer = { AUTH_ISSUER: 'https://login.example.com' }
  t.throws(() => readConfig({ ...issuer, AUTH_EMAIL_CLAIM: 'upn' }), {
    message: /^AUTH_EMAIL_VERIFIED_CLAIM is required with AUTH_EMAIL_CLAIM/,
  })
  t.throws(
    () => readConfig({ ...issuer, AUTH_EMAIL_CLAIM: 'upn', AUTH_EMAIL_VERIFIED_CLAIM: 'upn' }),
    {
      message: /^AUTH_EMAIL_VERIFIED_CLAIM must differ from/,
    },
  )
  t.throws(() => readConfig({ DATABASE_URL: 'mysql://db/x' }), { message: /^EXPORT_SECRET / })
  t.throws(
    () =>
      readConfig({
        PORT: 'x',
        DEMO: 'no',
        AUTH_ISSUER: 'login',
        AUTH_AUDIENCE: 'https://x/v1/mcp',
      }),
    {
      message:
        /^PORT must be [^;]+; got "x"; DEMO must be [^;]+; got "no"; AUTH_ISSUER must be [^;]+; got "login"$/,
    },
    'all at once',
  )
  t.end()
})

t.test(
  'invalid variables are listed one per line, with their values unless these may be secret',
  t => {
    const lines = (environment: NodeJS.ProcessEnv): string[] => {
      try {
        readConfig(environment)
      } catch (error) {
        t.type(error, ConfigError)
        return errorLines('admin', error as Error)
      }
      return []
    }
    t.strictSame(lines({ PORT: 'x', DEMO: 'no', LAKE_ENDPOINT: 'minio' }), [
      'admin: 4 errors in the environment:',
      '  PORT must be a port from 0 to 65535; got "x"',
      '  DEMO must be on or off; got "no"',
      '  LAKE_ENDPOINT must be an http or https address without a path; got "minio"',
      '  LAKE_ENDPOINT needs LAKE_URL',
    ])
    t.strictSame(
      lines({ PORT: 'x' }),
      ['admin: PORT must be a port from 0 to 65535; got "x"'],
      'a single one',
    )
    t.strictSame(lines({ PORT: 'x'.repeat(100) }), [
      `admin: PORT must be a port from 0 to 65535; got "${'x'.repeat(60)}..."`,
    ])
    const secrets = {
      EXPORT_SECRET: 'hunter2',
      DATABASE_URL: 'hunter2',
      BASE_URL: 'https://u:hunter2@x?y',
      CORS_ORIGINS: 'https://x?hunter2',
    }
    t.equal(lines(secrets).length, 5)
    t.notMatch(lines(secrets).join(), 'hunter2')
    t.strictSame(errorLines('admin', new Error('one; two')), ['admin: one; two'])
    t.end()
  },
)

t.test('the public address is read', t => {
  t.equal(publicUrl({ baseUrl: 'https://x', host: '127.0.0.1' }, 80), 'https://x')
  t.equal(publicUrl({ baseUrl: null, host: 'localhost' }, 8080), 'http://localhost:8080')
  t.equal(publicUrl({ baseUrl: null, host: '::1' }, 8080), 'http://[::1]:8080')
  t.equal(publicUrl({ baseUrl: null, host: '0.0.0.0' }, 8080), 'http://127.0.0.1:8080')
  t.equal(publicUrl({ baseUrl: null, host: '::' }, 8080), 'http://[::1]:8080')
  t.end()
})

t.test('a service for other machines without a public address prints a warning', t => {
  const noteOf = (host: string, baseUrl: string | null, ...allowedHosts: string[]) =>
    unnamedHostNote({ host, baseUrl, allowedHosts }, 'http://127.0.0.1:80').join()
  t.match(
    noteOf('0.0.0.0', null),
    /^HOST 0\.0\.0\.0 .* BASE_URL is not set: links lead to http:\/\/127\.0\.0\.1:80, .*\(403\)\. Set BASE_URL/,
  )
  t.match(noteOf('::', null), /^HOST :: /)
  t.notMatch(noteOf('0.0.0.0', null, 'uascope.lan'), /403/)
  t.match(noteOf('0.0.0.0', null, 'uascope.lan'), /links lead to/)
  for (const host of ['127.0.0.1', '::1', '10.0.0.5', 'node-1']) t.equal(noteOf(host, null), '')
  t.equal(noteOf('0.0.0.0', 'https://uascope.example.com'), '')
  t.end()
})

t.test("production logs print the demo's keys only if configured", t => {
  t.equal(readConfig({ NODE_ENV: 'production' }).demoKeys, false)
  t.equal(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).demoKeys, true)
  t.equal(readConfig({ NODE_ENV: 'development' }).demoKeys, true)
  t.end()
})

t.test('a lake has a location and required variables', t => {
  const base = {
    DATABASE_URL: 'mysql://u:p@db:3306/uascope',
    EXPORT_SECRET: 'a secret of some length',
  }
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'hidden' }
  const of = (more: NodeJS.ProcessEnv) => readConfig({ ...base, ...more }).lake
  t.match(of({ LAKE_URL: 'file:///mnt/share/lake' }), {
    url: 'file:///mnt/share/lake',
    credentials: null,
    endpoint: null,
    cacheSize: null,
  })
  t.match(of({ LAKE_URL: 's3://bucket', ...keys }), {
    url: 's3://bucket',
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIA' },
  })
  t.match(
    of({ LAKE_URL: 's3://bucket' }),
    { credentials: null },
    "they are found as AWS's own tools find them",
  )
  t.equal(of(keys), null, "other programs' keys are not a fault")
  t.same(
    ['1500000000', '1.5GB', '2 TiB', '500mb'].map(
      CACHE_SIZE => of({ LAKE_URL: 'file:///lake', CACHE_SIZE })?.cacheSize,
    ),
    [1.5e9, 1.5e9, 2 ** 41, 5e8],
  )
  const faults = {
    'LAKE_URL must be s3://BUCKET': [
      { LAKE_URL: 's3://AKIA:hidden@bucket', ...keys },
      { LAKE_URL: 's3://bucket?key=hidden' },
      { LAKE_URL: 's3://bucket/a b' },
      { LAKE_URL: 'https://bucket' },
      { LAKE_URL: 'file://host/x' },
      { LAKE_URL: 'file:///' },
      { LAKE_URL: 'file:///a%zz' },
      { LAKE_URL: 's3:///x' },
      { LAKE_URL: 's3://bucket/a/../b' },
      { LAKE_URL: 'file:///a/%2e%2e/b' },
    ],
    'AWS_ACCESS_KEY_ID is required with AWS_SECRET_ACCESS_KEY': [
      { LAKE_URL: 's3://bucket', AWS_SECRET_ACCESS_KEY: 'hidden' },
    ],
    'AWS_SECRET_ACCESS_KEY is required with AWS_ACCESS_KEY_ID': [
      { LAKE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'AKIA' },
    ],
    'LAKE_REGION needs a LAKE_URL that starts with s3:': [
      { LAKE_URL: 'file:///lake', LAKE_REGION: 'eu-north-1' },
    ],
    'CACHE_SIZE needs LAKE_URL; LAKE_KEEP_DAYS needs LAKE_URL': [
      { CACHE_SIZE: '1GB', LAKE_KEEP_DAYS: '3' },
    ],
    'CACHE_SIZE must be a number of bytes': [
      { LAKE_URL: 'file:///lake', CACHE_SIZE: '80%' },
      { LAKE_URL: 'file:///lake', CACHE_SIZE: '5' },
    ],
    'LAKE_ENDPOINT must be': [
      { LAKE_URL: 's3://bucket', ...keys, LAKE_ENDPOINT: 'https://host/bucket' },
    ],
  }
  for (const [message, environments] of Object.entries(faults)) {
    for (const environment of environments) {
      t.throws(
        () => of(environment),
        { message: new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) },
        JSON.stringify(environment),
      )
      t.throws(() => of(environment), { message: /^((?!hidden).)*$/ }, 'no secret is repeated')
    }
  }
  t.throws(() => readConfig({ LAKE_URL: 'file:///lake' }), /LAKE_URL needs DATABASE_URL/)
  t.end()
})

t.test('ClickHouse has a location and required variables', t => {
  const base = {
    DATABASE_URL: 'mysql://u:p@db:3306/uascope',
    EXPORT_SECRET: 'a secret of some length',
    LAKE_URL: 's3://bucket',
  }
  const of = (CLICKHOUSE_URL: string, more: NodeJS.ProcessEnv = {}) =>
    readConfig({ ...base, CLICKHOUSE_URL, ...more }).lake?.clickhouse
  t.strictSame(
    of('https://me:hidden%40@ch.example.com:8443/?cluster=two_shards&collection=lake&memory=32GB'),
    {
      url: 'https://ch.example.com:8443',
      user: 'me',
      password: 'hidden@',
      cluster: 'two_shards',
      collection: 'lake',
      memory: 32e9,
    },
  )
  t.match(of('http://me:hidden@ch:8123', { LAKE_URL: 'file:///lake' }), {
    cluster: null,
    collection: null,
    memory: 8e9,
  })
  const faults: Record<string, [url: string, more?: NodeJS.ProcessEnv][]> = {
    'CLICKHOUSE_URL must be http(s)://USER:PASSWORD@HOST:PORT/?collection=NAME': [
      ['mysql://me:hidden@ch:8123/?collection=lake'],
      ['http://ch:8123/?collection=lake'],
      ['http://me:hidden@ch:8123/hidden?collection=lake'],
      ['http://me:hidden@ch:8123/?collection=lake#hidden'],
      ["http://me:hidden@ch:8123/?collection=lake'hidden"],
      ['http://me:hidden@ch:8123/?collection=lake&collection=hidden'],
      ['http://me:hidden@ch:8123/?collection=lake&secret=hidden'],
      ['http://me:hidden@ch:8123/?collection=lake&memory=hidden'],
      ['http://me:%zz@ch:8123/?collection=lake'],
      ['hidden'],
    ],
    'CLICKHOUSE_URL needs ?collection=NAME': [['http://me:hidden@ch:8123']],
    'CLICKHOUSE_URL must not name a collection': [
      ['http://me:hidden@ch:8123/?collection=lake', { LAKE_URL: 'file:///lake' }],
    ],
    'CLICKHOUSE_URL needs LAKE_URL': [
      ['http://me:hidden@ch:8123/?collection=lake', { LAKE_URL: '' }],
    ],
  }
  for (const [message, cases] of Object.entries(faults)) {
    for (const [url, more] of cases) {
      t.throws(
        () => of(url, more),
        { message: new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) },
        url,
      )
      t.throws(() => of(url, more), { message: /^((?!hidden).)*$/ }, 'no secret is repeated')
    }
  }
  t.end()
})

t.test('metrics are off, on, or at an address', t => {
  const of = (METRICS: string) => readConfig({ METRICS }).metrics
  t.strictSame(
    [of('off'), of('on'), of('127.0.0.1:9090'), of('[::1]:9090'), of('localhost:9090')],
    [
      false,
      true,
      { host: '127.0.0.1', port: 9090 },
      { host: '::1', port: 9090 },
      { host: 'localhost', port: 9090 },
    ],
  )
  t.end()
})

t.test('every text gives the default rate limit', t => {
  const { rateLimit } = readConfig({})
  const sources = ['openapi.yaml', 'server/http/docs/llms.ts', 'server/web/page/data/budget.ts']
  const limits = [...pages.filter(page => !page.endsWith('CHANGELOG.md')), ...sources].flatMap(
    page =>
      [...textOf(page).matchAll(/(\d+) requests (?:a|per) minute|q=(\d+)|#limit = (\d+)/g)].map(
        ([words, ...numbers]) => ({
          text: `${page}: ${words}`,
          limit: Number(numbers.find(Boolean)),
        }),
      ),
  )
  t.ok(limits.length >= 10)
  t.same(
    limits.filter(({ limit }) => limit !== rateLimit),
    [],
  )
  t.match(
    textOf('server/README.md'),
    new RegExp(`^\\| \`RATE_LIMIT\` \\|.*\\| \`${rateLimit}\` \\|$`, 'm'),
  )
  t.end()
})

t.test("the operator's page has a row for every variable", t => {
  const variables = new Set<string>()
  const set: NodeJS.ProcessEnv = {
    AUTH_ISSUER: 'https://login.example.com',
    BASE_URL: 'https://example.com',
  }
  const environment = new Proxy(set, {
    get(target, name) {
      variables.add(String(name))
      return target[String(name)]
    },
  })
  readConfig(environment)
  const readme = readFileSync(`${repository}server/README.md`, 'utf8')
  t.ok(variables.size > 15)
  // Set by who runs Node.js, for all of its programs.
  variables.delete('NODE_ENV')
  for (const name of variables) t.match(readme, new RegExp(`^\\| [^|]*\`${name}\``, 'm'), name)
  t.end()
})

import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { readConfig } from '../../../server/core/runtime/config.ts'
import { repository } from '../../support/repository.ts'

const deploy = join(repository, 'scripts/deploy')
function text(name: string): string {
  return readFileSync(join(deploy, name), 'utf8')
}

/** What the service and Node.js read of the environment, by the page that says so. */
const VARIABLES = new Set([
  'NODE_ENV',
  ...['README.md', 'server/README.md']
    .map(name => join(repository, name))
    .filter(path => existsSync(path))
    .flatMap(path => readFileSync(path, 'utf8').match(/^\| `[A-Z].*?\|/gm) ?? [])
    .flatMap(row => row.match(/[A-Z][A-Z_]+/g) ?? []),
])

function unknown(names: readonly string[]): string[] {
  return names.filter(name => !VARIABLES.has(name))
}

t.test('the image runs as a user other than root and has a health check', async t => {
  const lines = text('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const instructions = lines
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => [line.split(' ')[0]!, line] as const)
  const known = [
    'FROM',
    'WORKDIR',
    'COPY',
    'RUN',
    'ENV',
    'VOLUME',
    'USER',
    'EXPOSE',
    'HEALTHCHECK',
    'CMD',
  ]
  t.strictSame(
    instructions.filter(([name]) => !known.includes(name)),
    [],
  )
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))
  const of = (name: string): string => last.find(([instruction]) => instruction === name)?.[1] ?? ''
  t.equal(of('USER'), 'USER node')
  t.match(of('HEALTHCHECK'), '/readyz')
  t.equal(of('CMD'), 'CMD ["node", "dist/server.js"]')
  t.match(of('ENV'), / DEMO=off$/, 'an empty volume gets no demo')
  t.strictSame(unknown((of('ENV').match(/[A-Z_]+(?==)/g) ?? []).slice()), [])
  const copied = instructions.filter(
    ([name, line]) => name === 'COPY' && !line.includes('--from') && line !== 'COPY . .',
  )
  for (const path of copied.flatMap(([, line]) => line.split(' ').slice(1, -1)))
    t.ok(existsSync(join(repository, path)), path)
  const froms = instructions
    .filter(([name]) => name === 'FROM')
    .map(([, line]) => line.split(' ')[1])
  t.match(froms[0], `node:${readFileSync(join(repository, '.node-version'), 'utf8').trim()}-`)
  t.same(new Set(froms).size, 1, 'native packages are installed for the very system that runs them')
})

interface Node {
  build: { context: string; dockerfile: string }
  environment: object
  volumes: string[]
  healthcheck?: object
}

t.test('the compose file names existing files and contains no secret', async t => {
  const compose = parse(text('compose.yaml'), { merge: true }) as {
    services: Record<string, Node>
    volumes: object
  }
  const { database, ...nodes } = compose.services
  t.same(Object.keys(nodes), ['node-a', 'node-b'])
  for (const node of Object.values<Node>(nodes)) {
    t.ok(existsSync(join(deploy, node.build.context, node.build.dockerfile)))
    t.strictSame(unknown(Object.keys(node.environment)), [])
    t.match(node, { read_only: true, depends_on: { database: { condition: 'service_healthy' } } })
    for (const volume of node.volumes) t.ok(volume.split(':')[0]! in compose.volumes)
  }
  t.ok(database?.healthcheck)
  t.match(text('compose.yaml'), '${DATABASE_PASSWORD:?')
  t.match(text('compose.yaml'), '${EXPORT_SECRET:?')
})

t.test(
  'the ClickHouse compose file starts a node with its environment and contains no secret',
  t => {
    const filled = text('compose-clickhouse.yaml').replace(
      /\$\{([A-Z0-9_]+)[^}]*\}/g,
      (_, name: string) => `${name.toLowerCase()}_of_a_test`,
    )
    const { services, configs } = parse(filled, { merge: true }) as {
      services: Record<string, { environment: Record<string, string> }>
      configs: Record<'server' | 'users', { content: string }>
    }
    const { lake, databaseUrl } = readConfig(services['node']!.environment)
    t.match(databaseUrl, '@database:')
    const { clickhouse } = lake!
    t.match(clickhouse, {
      url: 'http://clickhouse-a:8123',
      user: 'uascope',
      cluster: 'two_shards',
      collection: 'lake',
    })
    const server = configs.server.content
    t.match(server, `<${clickhouse!.cluster!}>`)
    t.match(server, `<${clickhouse!.collection!}>`)
    t.match(server, `<url>${lake!.endpoint!}/${lake!.url.slice('s3://'.length)}/</url>`)
    for (const [, host = ''] of server.matchAll(/<host>(.*?)<\/host>/g)) t.ok(services[host], host)
    t.match(configs.users.content, `NAMED COLLECTION ON ${clickhouse!.collection!}`)
    for (const content of Object.values(configs))
      t.notMatch(content.content, /<(password|secret_access_key)>/)
    t.end()
  },
)

const UNITS = readdirSync(deploy).filter(name => /\.(service|timer)$/.test(name))
const HARDENED = [
  ...[
    'User=uascope',
    'UMask=0077',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectClock=yes',
    'ProtectHostname=yes',
  ],
  'SystemCallFilter=@system-service',
]

t.test('systemd accepts the units', async t => {
  for (const name of UNITS.filter(name => name.endsWith('.service'))) {
    const unit = text(name)
    const variables = unit.match(/^Environment=(.*)$/m)![1]!.split(' ')
    t.strictSame(unknown(variables.map(pair => pair.split('=')[0]!)), [])
    for (const line of HARDENED) t.ok(unit.includes(`\n${line}\n`), `${name}: ${line}`)
  }
  t.match(text('uascope.service'), /^MemoryMax=\d+%$/m)
  t.match(text('uascope.service'), / DEMO=off$/m, 'an empty volume gets no demo')
  if (!existsSync('/usr/bin/systemd-analyze')) return t.comment('there is no systemd here')
  const units = UNITS.map(name => join(deploy, name))
  const said = await new Promise<string>(resolve =>
    execFile('/usr/bin/systemd-analyze', ['verify', ...units], (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    ),
  )
  // Which programs there are is that machine's matter.
  const faults = said
    .split('\n')
    .filter(line => line !== '' && !/not executable|No such file|uascope\b.*user/i.test(line))
  t.strictSame(faults, [])
})

t.test('each timer starts a command that the program has', t => {
  const commands = readFileSync(join(repository, 'scripts/admin/run.ts'), 'utf8')
  const timers = UNITS.filter(name => name.endsWith('.timer'))
  t.equal(timers.length, 3)
  for (const timer of timers) {
    const [, command = ''] =
      /^ExecStart=\S+\/uascope admin (\w+)/m.exec(text(timer.replace('.timer', '.service'))) ?? []
    t.match(commands, `  ${command}: `, timer)
    t.match(text('uascope.service'), timer)
  }
  t.end()
})

t.test("the unit's comment names the packed files, their folder and its own path", async t => {
  const unit = text('uascope.service')
  const { name, bin } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    name: string
    bin: Record<string, string>
  }
  t.match(unit, `./${name}-*.tgz`)
  const prefix = /npm install --prefix (\S+)/.exec(unit)![1]!
  const folder = dirname(join(prefix, 'node_modules', name, bin[name]!))
  t.match(unit, `ExecStart=/usr/bin/node ${folder}/server.js\n`)
  t.match(unit, `DATA_DIR=/var/lib/uascope ${prefix}/node_modules/.bin/${name} admin status`)
  t.match(unit, `EnvironmentFile=-${/> (\S+env)\n/.exec(unit)![1]!}\n`)
  t.ok(existsSync(join(repository, /cp (\S+)/.exec(unit)![1]!)))
})

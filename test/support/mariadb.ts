import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import type { Test } from 'tap'
import { Database } from '../../server/store/records/mysql/mysql-database.ts'
import { migrate } from '../../server/store/records/migrate.ts'
import { requireOrSkip } from './require-or-skip.ts'
import { onceInRun, spawnForRun, testRun } from './test-run.ts'
import { makeFolder, removeFolder } from './temporary-folder.ts'
import { elapse } from './pauses.ts'

/** A server that is the test's own, in a temporary folder and at a port of its own; gone with the test. */
export interface MariaDb {
  port: number
  /** Address of a database, by name; `as` is a user, root by default. */
  url(database: string, as?: { user: string; password: string }): string
  /** Lets it hang, and go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Stops it, at once as a crash would or in order. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
}

const run = promisify(execFile)

/** The server that is installed here. */
export const MARIADBD = [
  '/usr/sbin/mariadbd',
  '/usr/local/sbin/mariadbd',
  '/usr/bin/mariadbd',
].find(path => existsSync(path))
export const FAST = [
  '--innodb-buffer-pool-size=128M',
  '--innodb-log-file-size=64M',
  '--innodb-flush-log-at-trx-commit=2',
  '--skip-name-resolve',
]

/** Starts a MariaDB with further `options`; undefined, the test being skipped, where there is none to start. */
export async function startMariaDb(
  t: Test,
  options: readonly string[] = [],
): Promise<MariaDb | undefined> {
  if (!requireOrSkip(t, MARIADBD !== undefined, "MariaDB's server")) return undefined
  return await runMariaDb(options, remove => t.teardown(remove))
}

/** Starts a MariaDB; `onEnd` gets the function that removes it. */
export async function runMariaDb(
  options: readonly string[],
  onEnd: (remove: () => Promise<void>) => void,
): Promise<MariaDb> {
  const folder = makeFolder('mariadb')
  const server = await serverIn(folder, 'root', async () => options)
  onEnd(async () => {
    await server.stop('SIGKILL')
    await removeFolder(folder)
  })
  await installInto(folder)
  await server.start()
  return server
}

/** Options with which a server finds its files. */
export function placeIn(folder: string, user: string): string[] {
  // A server that starts deletes the temporary tables it finds: never those of a server of another test.
  return ['--no-defaults', `--user=${user}`, `--datadir=${folder}/data`, `--tmpdir=${folder}/tmp`]
}

/** Makes the files of a fresh server, owned by this process's user: in a run, a copy of those that were made first. */
export async function installInto(folder: string): Promise<void> {
  await mkdir(join(folder, 'tmp'), { recursive: true })
  if (testRun === undefined) return await install(folder)
  const model = await onceInRun(testRun, 'mariadb-files', async () => {
    const made = makeFolder('mariadb-files', testRun)
    await mkdir(join(made, 'tmp'))
    await install(made)
    return made
  })
  await run('cp', ['-a', join(model, 'data'), folder])
}

async function install(folder: string): Promise<void> {
  const options = [
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
    '--innodb-log-file-size=8M',
  ]
  await run('mariadb-install-db', [...placeIn(folder, 'root'), ...options])
}

/** The server whose files are in a folder, at a port of its own; not started yet. `options` are asked for at every start. */
export async function serverIn(
  folder: string,
  user: string,
  options: () => Promise<readonly string[]>,
  startWith: (args: string[]) => Promise<ChildProcess> = async args =>
    spawn(MARIADBD ?? 'mariadbd', args, { stdio: 'ignore' }),
): Promise<MariaDb> {
  const running: { server?: ChildProcess } = {}
  const port = await freePort()
  const server: MariaDb = {
    port,
    url: (database, { user, password } = { user: 'root', password: '' }) =>
      `mysql://${user}${password && `:${encodeURIComponent(password)}`}@127.0.0.1:${port}/${database}`,
    signal: name => void running.server?.kill(name),
    async stop(signal = 'SIGTERM') {
      const { server } = running
      delete running.server
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
      const gone = once(server, 'exit')
      server.kill(signal)
      await gone
    },
    async start() {
      const files = [`--socket=${folder}/socket`, `--pid-file=${folder}/pid`]
      const place = [
        ...placeIn(folder, user),
        ...files,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
      ]
      running.server = await startWith([...place, ...FAST, ...(await options())])
      await answering(running.server, server.url('mysql'))
    },
  }
  return server
}

/** A server that other test files may use at the same time. */
export interface SharedMariaDb {
  /** Address of a database, by name, as root. */
  url(database: string): string
}

/**
 * The address of an empty database, gone with the test: on `server`, or else on the one at TEST_DATABASE_URL, or else on the run's; undefined,
 * the test being skipped, where there is none. It may be anywhere but on `server`: what is asked of the server as a whole counts others' work too.
 */
export async function emptyDatabase(t: Test, server?: SharedMariaDb): Promise<string | undefined> {
  const shared = server ?? (await sharedMariaDb(t))
  if (shared === undefined) return undefined
  const name = `uascope_${randomBytes(6).toString('hex')}`
  const root = shared.url('mysql')
  await administer(root, `CREATE DATABASE ${name}`)
  if (server === undefined) t.teardown(() => dropDatabase(root, name))
  return shared.url(name)
}

/** Ends its connections first: one that holds a lock, as a killed process leaves it, would make this wait. */
async function dropDatabase(root: string, name: string): Promise<void> {
  const connected = await administer(
    root,
    `SELECT id FROM information_schema.processlist WHERE db = '${name}'`,
  )
  for (const { id } of connected) await administer(root, `KILL ${id}`).catch(isGone)
  await administer(root, `DROP DATABASE ${name}`)
}

function isGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ER_NO_SUCH_THREAD') throw error
}

let own: Promise<SharedMariaDb> | undefined

/** One server for all databases of a run, or, where there is no run, of a test file. */
async function sharedMariaDb(t: Test): Promise<SharedMariaDb | undefined> {
  const address = process.env['TEST_DATABASE_URL']
  if (address) return at(address)
  if (!requireOrSkip(t, MARIADBD !== undefined, "MariaDB's server")) return undefined
  if (testRun !== undefined) return at(await onceInRun(testRun, 'mariadb', startForRun))
  let file = t
  while (file.parent !== undefined) file = file.parent as Test
  return await (own ??= runMariaDb([], remove => file.teardown(remove)))
}

function at(url: string): SharedMariaDb {
  return { url: database => Object.assign(new URL(url), { pathname: `/${database}` }).href }
}

async function startForRun(): Promise<string> {
  const folder = makeFolder('mariadb', testRun)
  await installInto(folder)
  const server = await serverIn(
    folder,
    'root',
    async () => ['--max-connections=1000'],
    args => spawnForRun(testRun!, 'mariadb', MARIADBD!, args),
  )
  await server.start()
  return server.url('mysql')
}

/** So many nodes' ways to an empty database with the schema; undefined where there is no server. */
export async function migratedNodes(
  t: Test,
  count: number,
): Promise<{ url: string; nodes: Database[] } | undefined> {
  const url = await emptyDatabase(t)
  if (url === undefined) return undefined
  const nodes = Array.from({ length: count }, () => new Database({ url }))
  t.teardown(() => Promise.all(nodes.map(node => node.close())))
  await migrate(nodes[0]!)
  return { url, nodes }
}

/** Runs statements over a connection of their own; answers the rows of the last. */
export async function administer(url: string, ...statements: string[]): Promise<RowDataPacket[]> {
  const connection = await mysql.createConnection({ uri: url, dateStrings: true })
  try {
    let rows: RowDataPacket[] = []
    for (const statement of statements) [rows] = await connection.query<RowDataPacket[]>(statement)
    return rows
  } finally {
    await connection.end()
  }
}

/** The table that has the facts of a run; the import that made it is in its name. */
export async function factsTable(url: string, runId: number): Promise<string> {
  const [row] = await administer(url, `SHOW TABLES LIKE 'facts\\_${runId}\\_%'`)
  return String(Object.values(row!)[0])
}

async function answering(server: ChildProcess, url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Not another test's, that took the port.
      const [row] = await administer(url, 'SELECT @@pid_file AS pid_file')
      if (Number(await readFile(String(row?.['pid_file']), 'utf8')) === server.pid) return
      throw new Error(`another server has the port of ${url}`)
    } catch (error) {
      if (attempt === 300 || server.exitCode !== null) throw error
      await elapse(100)
    }
  }
}

/** Below the ports that systems give to outgoing connections: one of those could take it while the server is down. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000)
    const server = createServer()
    const free = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}

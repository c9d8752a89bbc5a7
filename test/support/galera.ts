import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import {
  FAST,
  freePort,
  installInto,
  MARIADBD,
  type MariaDb,
  placeIn,
  serverIn,
} from './mariadb.ts'
import { requireOrSkip } from './require-or-skip.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

const PROVIDER = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib/libgalera_smm.so'].find(path =>
  existsSync(path),
)
const RSYNC = ['/usr/bin/rsync', '/usr/local/bin/rsync'].find(path => existsSync(path))

/** A server that root starts as itself makes files that rsync at the other end may not write. */
const USER = process.getuid?.() === 0 ? 'mysql' : userInfo().username

/** Where a server is talked to by the others. */
interface Ports {
  group: number
  ist: number
  sst: number
}

/**
 * Three servers that are one cluster, the test's own and gone with it; undefined, the test being skipped, where there are none to start. They take
 * 15 s. Whichever dies or hangs is left out by the others after 5 s, as everywhere.
 */
export async function startGalera(
  t: Test,
): Promise<readonly [MariaDb, MariaDb, MariaDb] | undefined> {
  const isThere = MARIADBD !== undefined && PROVIDER !== undefined && RSYNC !== undefined
  if (!requireOrSkip(t, isThere, "MariaDB's server with Galera, or rsync,")) return undefined
  const ports: Ports[] = []
  for (let count = 0; count < 3; count++)
    ports.push({ group: await freePort(), ist: await freePort(), sst: await freePort() })
  const folders = ports.map(() => temporaryFolder(t, 'galera'))
  const [one, two, three] = await Promise.all(
    folders.map((folder, index) =>
      serverIn(folder, USER, () => startOptions(folder, ports[index]!, ports, index === 0)),
    ),
  )
  t.teardown(async () => {
    for (const server of [one!, two!, three!]) await server.stop('SIGKILL')
  })
  await installCopies(folders)
  await one!.start()
  await Promise.all([two!.start(), three!.start()])
  return [one!, two!, three!]
}

async function installCopies([first, ...others]: string[]): Promise<void> {
  await installInto(first!)
  for (const folder of others) await cp(first!, folder, { recursive: true })
  if (USER === 'mysql') await run('chown', ['-R', USER, first!, ...others])
}

async function startOptions(
  folder: string,
  own: Ports,
  all: readonly Ports[],
  isFirst: boolean,
): Promise<string[]> {
  const members = all.map(({ group }) => `127.0.0.1:${group}`).join()
  const provider = [
    `gmcast.listen_addr=tcp://127.0.0.1:${own.group}`,
    `ist.recv_addr=127.0.0.1:${own.ist}`,
    'gcache.size=64M',
  ]
  const options = [
    '--innodb-buffer-pool-size=48M',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--wsrep-on=ON',
    `--wsrep-provider=${PROVIDER}`,
    `--wsrep-provider-options=${provider.join(';')}`,
    `--wsrep-cluster-address=gcomm://${members}`,
    `--wsrep-node-address=127.0.0.1:${own.group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${own.sst}`,
  ]
  const state = await readFile(join(folder, 'data/grastate.dat'), 'utf8').catch(() => undefined)
  if (state === undefined) return isFirst ? [...options, '--wsrep-new-cluster'] : options
  const hasCrashed = /^seqno: +-1$/m.test(state)
  return hasCrashed ? [...options, ...(await recovered(folder, options))] : options
}

/** Where a server that crashed stopped: it then requests only later changes from the others, not a copy of everything. */
async function recovered(folder: string, options: readonly string[]): Promise<string[]> {
  const alone = [
    ...placeIn(folder, USER),
    ...FAST,
    ...options,
    '--wsrep-recover',
    '--skip-networking',
    `--socket=${folder}/socket`,
  ]
  const { stderr } = await run(MARIADBD!, alone)
  const position = /Recovered position: (\S+:\d+)/.exec(stderr)?.[1]
  return position === undefined ? [] : [`--wsrep-start-position=${position}`]
}

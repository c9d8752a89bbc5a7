// After every kind of repair: a request with each key, then a revocation, a removal and an erasure.
import { copyFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { RECORDS_FILE } from '../../server/store/records/records.ts'
import { keptCopies } from '../../server/store/records/sqlite/copies.ts'
import { connect } from '../../server/store/records/sqlite/driver.ts'
import { sql } from '../../server/core/model/sql.ts'
import { admin } from '../support/admin.ts'
import {
  type GrantedStore,
  grantedStore,
  overwriteRoot,
  statusOf,
  takeAway,
} from '../support/store/granted-store.ts'
import { openService } from '../support/store/open-service.ts'
import { quiet } from '../support/pauses.ts'
import { spawnAdmin, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { pathsIn } from './store/base-store.ts'

function page(name: string) {
  return (dir: string): Promise<void> => overwriteRoot(dir, name)
}

/** Flips a bit in the first text like this. */
async function flipAt(path: string, text: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.indexOf(text)
  if (at === -1) throw new Error(`${path} has no ${text}`)
  bytes[at]! ^= 1
  await writeFile(path, bytes)
}

const DAMAGES: Record<string, (dir: string, store: GrantedStore) => Promise<void>> = {
  'a damaged page of the catalog': page('catalog_networks'),
  'a damaged page of runs': page('catalog_runs'),
  'a damaged page of keys': page('api_keys'),
  'a damaged index of keys': page('sqlite_autoindex_api_keys_2'),
  'a damaged page of users': page('users'),
  'a damaged page of the audit log': page('audit'),
  'a damaged key': (dir, { keys }) => flipAt(join(dir, RECORDS_FILE), keys.rival.id),
  'a missing file': dir => rm(join(dir, RECORDS_FILE)),
  'a file that is none of SQLite': dir =>
    writeFile(join(dir, RECORDS_FILE), 'not a database'.repeat(1000)),
  'a file that is cut': dir => truncate(join(dir, RECORDS_FILE), 20_000),
  'a damaged data file': async dir => {
    const facts = (await pathsIn(join(dir, 'deliveries/3'))).find(path => path.includes('facts'))!
    await truncate(join(dir, 'deliveries/3', facts), 100)
  },
}

t.test('after a repair every key, revocation, removal and erasure works', async t => {
  const store = await grantedStore(t)
  for (const [name, damage] of Object.entries(DAMAGES)) {
    await t.test(`after the repair of ${name}`, async t => {
      const dir = await store.copy()
      await damage(dir, store)
      const { code, stdout, stderr } = await admin(dir, 'verify', '--repair')
      t.equal(code, 0, `repaired: ${stdout}${stderr}`)
      await compareGrants(t, dir, store, stdout + stderr)
      await takeAway(t, dir, store)
    })
  }
})

/** Keys of a copy work, those that are newer may be lost if the repair names them, and revoked ones never work. */
async function compareGrants(
  t: Test,
  dir: string,
  store: GrantedStore,
  said: string,
): Promise<void> {
  const { keys, revoked, removed } = store
  const service = await openService(dir)
  try {
    for (const name of ['reader', 'rival'] as const)
      t.equal(await statusOf(service, keys[name]), 200, `the ${name} key works`)
    const newest = await statusOf(service, keys.newest)
    const isReported =
      said.includes(keys.newest.id) || said.includes('Part of the audit log cannot be read')
    t.ok(
      newest === 200 || (newest === 401 && isReported),
      `the newest key works or is reported as lost: ${newest}`,
    )
    t.equal(await statusOf(service, revoked), 401, 'the revoked key is refused')
    for (const login of Object.values(store.logins))
      t.ok(await service.users.connect(login), `${login.subject} connects`)
    t.equal(await service.users.connect(removed), null, 'the removed user cannot connect')
  } finally {
    await service.stop()
  }
}

t.test(
  'a key that was revoked stays so after a repair, wherever its revocation was killed',
  async t => {
    const store = await grantedStore(t)
    const { id } = store.keys.reader
    let revocations = 0
    for (let kill = 0; kill < 6; kill++) {
      const dir = await store.copy()
      const isRevoked = await killOnceRevoked(dir, id)
      if (isRevoked) revocations++
      await overwriteRoot(dir, 'api_keys')
      const { code, stdout, stderr } = await admin(dir, 'verify', '--repair')
      const service = await openService(dir).catch(() => undefined)
      if (service === undefined) {
        t.not(
          code,
          0,
          `kill ${kill}: a store that does not start is not called repaired: ${stdout}${stderr}`,
        )
        continue
      }
      if (isRevoked)
        t.not(
          await statusOf(service, store.keys.reader),
          200,
          `kill ${kill}: the revoked key is refused: ${stdout}`,
        )
      await service.stop()
    }
    t.ok(revocations > 0, `${revocations} of 6 revocations were committed`)
  },
)

t.test('a running service makes the copy that a killed revocation did not make', async t => {
  const store = await grantedStore(t)
  const dir = await store.copy()
  const { url } = await startProcess(t, { DATA_DIR: dir, DEMO: 'off', WARM_UP: 'off' })
  const { id, key } = store.keys.reader
  t.ok(await killOnceRevoked(dir, id), 'the revocation was committed')
  await until(
    'the service makes a copy',
    async () => (await keptCopies(join(dir, RECORDS_FILE))).length > 0,
  )
  await until(
    'the key is refused',
    async () =>
      (await fetch(`${url}/v1/apps`, { headers: { authorization: `Bearer ${key}` } })).status ===
      401,
  )
  for (const { path } of await keptCopies(join(dir, RECORDS_FILE))) {
    const copy = connect(path)
    const [row] = copy.all(sql`SELECT revoked_at FROM api_keys WHERE id = ?`, [id])
    copy.close()
    t.ok(row?.['revoked_at'], `${path} has the key as revoked`)
  }
})

t.test(
  'a service whose records file is replaced answers 503, and says why once, besides each failed operation',
  async t => {
    const store = await grantedStore(t)
    const dir = await store.copy()
    const { url, stdout, stderr } = await startProcess(t, {
      DATA_DIR: dir,
      DEMO: 'off',
      WARM_UP: 'off',
      LOG_LEVEL: 'info',
    })
    const statusAt = async (path: string): Promise<number> =>
      (
        await fetch(`${url}${path}`, {
          headers: { authorization: `Bearer ${store.keys.reader.key}` },
        })
      ).status
    t.equal(await statusAt('/v1/apps'), 200)
    await copyFile(join(dir, RECORDS_FILE), join(dir, 'replacement'))
    await rename(join(dir, 'replacement'), join(dir, RECORDS_FILE))
    await until('requests are refused', async () => (await statusAt('/v1/apps')) === 503)
    await until('it is not ready', async () => (await statusAt('/readyz')) === 503)
    const lines = (): string[] =>
      `${stdout()}${stderr()}`
        .split('\n')
        .filter(line => /^[^{].*was replaced while in use/.test(line))
    await until('it says why', () => lines().length > 0)
    // It looks at the file every second.
    await quiet(5000)
    for (const path of ['/v1/apps', '/readyz', '/v1/apps']) t.equal(await statusAt(path), 503)
    t.equal(lines().length, 1, lines().join('\n'))
  },
)

/** Kills the command that revokes a key as soon as another process sees the revocation; false if it ended before. */
async function killOnceRevoked(dir: string, id: string): Promise<boolean> {
  const { child, ended } = spawnAdmin(dir, ['keys', 'revoke', id])
  const connection = connect(join(dir, RECORDS_FILE))
  const isRevoked = (): boolean => {
    try {
      const [row] = connection.all(sql`SELECT revoked_at FROM api_keys WHERE id = ?`, [id])
      return row!['revoked_at'] !== null
    } catch {
      // Locked.
      return false
    }
  }
  let revoked = false
  while (child.exitCode === null && !revoked) {
    await new Promise(setImmediate)
    revoked = isRevoked()
  }
  child.kill('SIGKILL')
  await ended
  connection.close()
  return revoked
}

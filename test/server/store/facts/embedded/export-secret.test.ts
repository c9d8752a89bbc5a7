import { stat } from 'node:fs/promises'
import t from 'tap'
import { openExportSecret } from '../../../../../server/store/facts/embedded/export-secret.ts'

t.test('processes that start together agree on one secret and keep it', async t => {
  const dir = `${t.testdir()}/not-there-yet`
  const secrets = await Promise.all(Array.from({ length: 8 }, () => openExportSecret(dir)))
  t.equal(new Set(secrets).size, 1)
  t.match(secrets[0], /^[\w-]{43}\.[0-9a-f]{8}$/)
  t.equal(await openExportSecret(dir), secrets[0])
  t.equal((await stat(`${dir}/export-secret`)).mode & 0o077, 0, 'nobody else may read it')
  t.not(await openExportSecret(t.testdir({}) + '/another'), secrets[0])
})

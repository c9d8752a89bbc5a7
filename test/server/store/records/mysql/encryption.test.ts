import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { openMysqlStorage } from '../../../../../server/store/facts/tables/table-storage.ts'
import { administer, emptyDatabase, startMariaDb } from '../../../../support/mariadb.ts'
import { failedStart } from '../../../../support/process.ts'

const PASSWORD = 'open sesame, hunter2'

/** An authority, and a server's certificate for `localhost` that it signed. */
async function certificates(dir: string): Promise<void> {
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: dir })
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout']
  for (const name of ['ca', 'other'])
    await openssl(
      'req',
      '-x509',
      ...key,
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      '/CN=Test',
      '-days',
      '2',
    )
  await openssl(
    'req',
    ...key,
    'server.key',
    '-out',
    'server.csr',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
  )
  await openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-out',
    'server.pem',
    '-days',
    '2',
    '-copy_extensions',
    'copy',
  )
}

async function refusal(t: Test, url: string): Promise<string> {
  const waited: string[] = []
  const opened = openMysqlStorage({ url, dataDir: t.testdirName, print: line => waited.push(line) })
  const error = await opened.then(
    storage => storage.close().then(() => new Error('was let in')),
    (error: Error) => error,
  )
  t.strictSame(waited, [], 'nothing to wait for')
  return error.message
}

t.test('a connection is encrypted, and only with the right server', async t => {
  const dir = t.testdir()
  await certificates(dir)
  const server = await startMariaDb(t, [
    `--ssl-cert=${dir}/server.pem`,
    `--ssl-key=${dir}/server.key`,
  ])
  if (server === undefined) return
  const root = server.url('mysql')
  const name = new URL((await emptyDatabase(t, server))!).pathname.slice(1)
  await administer(
    root,
    `CREATE USER ada@'%' IDENTIFIED BY '${PASSWORD}'`,
    `GRANT ALL ON ${name}.* TO ada@'%'`,
  )
  const url = (host: string, query: string) =>
    `mysql://ada:${encodeURIComponent(PASSWORD)}@${host}:${server.port}/${name}${query}`
  const ciphers = () =>
    administer(
      root,
      `SELECT s.VARIABLE_VALUE AS cipher FROM information_schema.PROCESSLIST p
    JOIN information_schema.GLOBAL_STATUS s ON s.VARIABLE_NAME = 'SSL_FINISHED_ACCEPTS' WHERE p.USER = 'ada'`,
    )

  const storage = await openMysqlStorage({
    url: url('localhost', `?ssl-ca=${dir}/ca.pem`),
    dataDir: `${dir}/data`,
    print: line => t.fail(line),
  })
  t.ok(Number((await ciphers())[0]?.['cipher']) > 0)
  await storage.close()

  const cannot = 'DATABASE_URL cannot be used: '
  t.match(
    await refusal(t, url('localhost', '?ssl')),
    new RegExp(`^${cannot}.*(self-signed|unable to).*certificate`),
    'not one that the system trusts',
  )
  t.match(
    await refusal(t, url('localhost', `?ssl&ssl-ca=${dir}/other.pem`)),
    new RegExp(`^${cannot}.*certificate`),
    'signed by another',
  )
  t.match(
    await refusal(t, url('localhost', `?ssl-ca=${dir}/none.pem`)),
    /^DATABASE_URL cannot be used: its ssl-ca .*none\.pem cannot be read \(ENOENT\)$/,
  )
  t.match(
    await refusal(t, url('127.1', `?ssl-ca=${dir}/ca.pem`)),
    new RegExp(`^${cannot}.*does not match certificate`),
    "called by a name that is not the certificate's",
  )

  await administer(root, 'SET GLOBAL require_secure_transport = ON')
  t.match(
    await refusal(t, url('localhost', '')),
    new RegExp(`^${cannot}.*(Access denied|insecure transport)`),
    'nothing goes in the clear',
  )
  const ended = await failedStart({
    DATABASE_URL: url('localhost', '?ssl'),
    EXPORT_SECRET: 'a secret of these tests',
    DATA_DIR: `${dir}/data`,
  })
  t.match(ended, { code: 1, stderr: /cannot start: DATABASE_URL cannot be used: .*certificate/ })
  t.notMatch(ended.stdout + ended.stderr, /hunter2|sesame/)
})

t.test('a server that cannot encrypt is refused', async t => {
  const server = await startMariaDb(t, ['--skip-ssl'])
  if (server === undefined) return
  t.match(
    await refusal(t, `mysql://root@localhost:${server.port}/mysql?ssl`),
    /^DATABASE_URL cannot be used: Server does not support secure connection$/,
  )
})

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { fixedCredentials } from '../../../../../../server/store/facts/lake/objects/credentials.ts'
import {
  openObjects,
  type LakeAddress,
} from '../../../../../../server/store/facts/lake/objects/open-objects.ts'
import { s3Objects } from '../../../../../../server/store/facts/lake/objects/s3-objects.ts'
import type { Patience } from '../../../../../../server/store/facts/lake/objects/patience.ts'
import { fakeS3, S3_KEYS, S3_REGION, type FakeS3, type S3Fault } from '../../../../../support/s3.ts'
import { holdsForEveryObjects, sha256Of } from '../../suites/objects.ts'

const HASTY: Patience = { answer: 2000, stalled: 300, putStalled: 500, put: 4000 }
/** For requests that end well, however busy the machine is. */
const PATIENT: Patience = { ...HASTY, answer: 20_000, put: 20_000 }

function open(
  { endpoint }: FakeS3,
  other: Partial<LakeAddress> = {},
  patience = HASTY,
): ReturnType<typeof openObjects> {
  return openObjects(
    {
      url: 's3://bucket/a-prefix/store',
      endpoint,
      region: S3_REGION,
      credentials: S3_KEYS,
      ...other,
    },
    patience,
  )
}

t.test('S3 passes the object suite', async t => {
  const s3 = await fakeS3(t)
  await holdsForEveryObjects(t, open(s3))
  t.ok(
    s3.calls.every(
      ({ key, query }) =>
        key.startsWith('bucket/a-prefix/store/') || query.includes('prefix=a-prefix%2Fstore%2F'),
    ),
  )
  t.strictSame(
    new Set(s3.calls.map(({ method }) => method)),
    new Set(['PUT', 'GET', 'HEAD', 'DELETE']),
    'nothing else is asked of it',
  )
})

t.test('a bucket without prefix and session keys work', async t => {
  const s3 = await fakeS3(t)
  await holdsForEveryObjects(
    t,
    open(s3, { url: 's3://bucket', credentials: { ...S3_KEYS, sessionToken: 'a/token+of=it' } }),
  )
})

t.test('wrong keys are refused, and no message contains one', async t => {
  const s3 = await fakeS3(t)
  const wrong = open(s3, { credentials: { ...S3_KEYS, secretAccessKey: 'wrong-secret' } })
  await t.rejects(wrong.get('i/a.parquet'), {
    name: 'LakeUnavailable',
    message:
      /^The lake refuses object i\/a\.parquet: 403 SignatureDoesNotMatch \(the keys may lack a permission/,
  })
  const error = await wrong.get('i/a.parquet').catch((error: Error) => error)
  t.notMatch(`${String(error)} ${JSON.stringify(error)}`, /AKIATEST|secret/)
  await t.rejects(open(s3, { region: 'us-east-1' }).size('i/a.parquet'), { message: /403/ })
})

t.test('faults are reported', async t => {
  const s3 = await fakeS3(t)
  const objects = open(s3)
  const bytes = randomBytes(500_000)
  const file = `${t.testdirName}-file`
  await writeFile(file, bytes)
  const stored = { bytes: bytes.length, sha256: sha256Of(bytes) }
  const put = (): Promise<void> => objects.put('i/a.parquet', file, stored)
  await put()
  const read = async (): Promise<Buffer> => await buffer(await objects.get('i/a.parquet'))
  /** Faults of the next requests, in order. */
  const first = (times: number, fault: S3Fault): void =>
    s3.fault(() => (times-- > 0 ? fault : undefined))

  await t.test('transient errors are retried', async t => {
    const patient = open(s3, {}, PATIENT)
    for (const fault of [{ status: 503 }, { status: 500 }, { status: 429 }]) {
      first(2, fault)
      t.ok(bytes.equals(await buffer(await patient.get('i/a.parquet'))))
      first(2, fault)
      t.equal(await patient.size('i/a.parquet'), bytes.length)
      first(2, fault)
      await patient.put('i/a.parquet', file, stored)
    }
    first(1, { delay: Infinity })
    await patient.put('i/a.parquet', file, stored)
  })

  for (const [name, fault, message] of [
    ['503', { status: 503 }, 'The lake does not respond for object i/a.parquet: 503 SlowDown'],
    [
      'a hang',
      { delay: Infinity },
      /^The lake does not respond for object i\/a\.parquet: no data for \d(\.\d)? s$/,
    ],
    ['a body that is cut', { cut: 100_000 }, /^Reading object i\/a\.parquet of the lake failed: /],
    [
      'a body that stalls',
      { cut: 100_000, stall: true },
      'Reading object i/a.parquet of the lake failed: no data for 0.3 s',
    ],
  ] as const) {
    await t.test(`${name} ends with an error`, async t => {
      s3.fault(() => fault)
      await t.rejects(read(), { name: 'LakeUnavailable', message })
      s3.fault(() => undefined)
      t.ok(bytes.equals(await read()))
    })
  }

  await t.test('a server may go down and return', async t => {
    await s3.down()
    for (const ask of [
      read,
      () => objects.size('i/a.parquet'),
      () => objects.delete('i/a.parquet'),
      put,
    ]) {
      await t.rejects(Promise.resolve(ask()), {
        name: 'LakeUnavailable',
        message: /object i\/a\.parquet: .*ECONNREFUSED/,
      })
    }
    await s3.up()
    t.ok(bytes.equals(await read()))
  })
})

t.test('large files are uploaded in parts', async t => {
  const s3 = await fakeS3(t)
  const account = { region: S3_REGION, credentials: fixedCredentials(S3_KEYS) }
  const objects = s3Objects(
    { endpoint: s3.endpoint, bucket: 'bucket', prefix: 'store', ...account },
    HASTY,
    {
      above: 100_000,
      part: 60_000,
    },
  )
  const bytes = randomBytes(250_001)
  const path = `${t.testdirName}-parts`
  await writeFile(path, bytes)
  const stored = { bytes: bytes.length, sha256: sha256Of(bytes) }
  const read = async (name: string): Promise<Buffer> => await buffer(await objects.get(name))

  await t.test('a large file is stored whole; a small one takes one request', async t => {
    await objects.put('i/a.parquet', path, stored)
    t.ok(bytes.equals(await read('i/a.parquet')))
    t.equal(s3.calls.filter(({ method }) => method === 'PUT').length, 5)
    t.strictSame(s3.unfinished(), [])
    await writeFile(`${path}-small`, bytes.subarray(0, 100_000))
    const before = s3.calls.length
    await objects.put('i/s.parquet', `${path}-small`, {
      bytes: 100_000,
      sha256: sha256Of(bytes.subarray(0, 100_000)),
    })
    t.equal(s3.calls.length, before + 1)
  })

  await t.test('a failed part is resent alone', async t => {
    let [puts, failures] = [0, 2]
    s3.fault(({ method }) =>
      method === 'PUT' && ++puts > 2 && failures-- > 0 ? { status: 503 } : undefined,
    )
    await objects.put('i/b.parquet', path, stored)
    s3.fault(() => undefined)
    t.equal(puts, 7)
    t.ok(bytes.equals(await read('i/b.parquet')))
  })

  await t.test('a failed upload leaves neither an object nor parts', async t => {
    for (const [fault, message] of [
      [{ status: 503 }, /503 SlowDown/],
      [{ status: 403 }, /403/],
    ] as const) {
      let puts = 0
      s3.fault(({ method }) => (method === 'PUT' && ++puts > 2 ? fault : undefined))
      await t.rejects(objects.put('i/c.parquet', path, stored), {
        name: 'LakeUnavailable',
        message,
      })
      s3.fault(() => undefined)
      t.strictSame(s3.unfinished(), [])
      t.equal(await objects.size('i/c.parquet'), undefined)
    }
  })

  await t.test('lost responses do no harm', async t => {
    let posts = 0
    s3.fault(({ method }) => (method === 'POST' && ++posts === 2 ? { lost: true } : undefined))
    await objects.put('i/e.parquet', path, stored)
    s3.fault(() => undefined)
    t.equal(posts, 3, 'completed twice')
    t.ok(bytes.equals(await read('i/e.parquet')))
  })

  await t.test('a file that differs from its checksum is not stored', async t => {
    await t.rejects(
      objects.put('i/d.parquet', path, { ...stored, sha256: sha256Of(Buffer.from('other')) }),
      /differs from the file to store/,
    )
    t.strictSame(s3.unfinished(), [])
    t.equal(await objects.size('i/d.parquet'), undefined)
  })

  await t.test('parts of a killed process are deleted by prefix', async t => {
    const cut = async (name: string): Promise<void> => {
      s3.fault(({ method }) =>
        method === 'PUT' || method === 'DELETE' ? { status: 403 } : undefined,
      )
      await t.rejects(objects.put(name, path, stored))
      s3.fault(() => undefined)
    }
    for (const name of ['dead/a.parquet', 'dead/b.parquet', 'alive/a.parquet']) await cut(name)
    await objects.abortUploads('dead/')
    t.strictSame(s3.unfinished(), ['bucket/store/alive/a.parquet'])
    s3.fault(() => ({ status: 403 }))
    await t.rejects(
      objects.abortUploads('alive/'),
      { name: 'LakeUnavailable' },
      'keys without the right',
    )
    s3.fault(() => undefined)
  })
})

t.test("a proxy's response in place of S3 is an outage or a refusal, never an object", async t => {
  let answer = { status: 502, body: '' }
  const server = createServer((_, response) =>
    response.writeHead(answer.status, { 'content-type': 'text/html' }).end(answer.body),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const objects = open({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  } as FakeS3)
  const list = async (): Promise<void> => {
    for await (const _ of objects.list()) t.fail('nothing is listed')
  }
  const html = '<html><body><h1>Bad gateway</h1><br></body></html>'
  for (const [status, body, message] of [
    [502, html, /^The lake does not respond for object i\/a\.parquet: /],
    [503, '', /^The lake does not respond for object i\/a\.parquet: /],
    [403, html, /^The lake refuses object i\/a\.parquet: 403/],
    [301, html, /^The lake refuses object i\/a\.parquet: 301/],
  ] as const) {
    answer = { status, body }
    for (const ask of [
      () => objects.get('i/a.parquet'),
      () => objects.size('i/a.parquet'),
      () => objects.delete('i/a.parquet'),
    ]) {
      await t.rejects(Promise.resolve(ask()), { name: 'LakeUnavailable', message }, `${status}`)
    }
    await t.rejects(list(), { message: /^The lake (does not respond|refuses)/ })
  }
  for (const body of [html, '', '{}']) {
    answer = { status: 200, body }
    await t.rejects(list(), { name: 'LakeUnavailable' }, `a list that is not one: ${body}`)
  }
})

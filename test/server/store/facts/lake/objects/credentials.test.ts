import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import {
  type Provide,
  RenewedCredentials,
} from '../../../../../../server/store/facts/lake/objects/credentials.ts'
import type { Objects } from '../../../../../../server/store/facts/lake/objects/objects.ts'
import { openObjects } from '../../../../../../server/store/facts/lake/objects/open-objects.ts'
import {
  type MetadataOptions,
  type MetadataServer,
  runMetadataServer,
} from '../../../../../support/metadata.ts'
import { type FakeS3, fakeS3, S3_KEYS, S3_REGION } from '../../../../../support/s3.ts'
import { temporaryFolder } from '../../../../../support/temporary-folder.ts'
import { sha256Of } from '../../suites/objects.ts'
import { elapse, latency } from '../../../../../support/pauses.ts'

const NOTHING = { AWS_EC2_METADATA_DISABLED: 'true' }

/** Replaces every variable by which credentials are found. */
function setEnvironment(t: Test, variables: Record<string, string>): void {
  const before = Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'))
  const clear = (): void =>
    Object.keys(process.env).forEach(name => name.startsWith('AWS_') && delete process.env[name])
  clear()
  Object.assign(process.env, {
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
    AWS_CONFIG_FILE: '/nowhere/config',
    ...variables,
  })
  t.teardown(() => {
    clear()
    Object.assign(process.env, Object.fromEntries(before))
  })
}

interface Ground {
  s3: FakeS3
  metadata: MetadataServer
  logged: string[]
  objects: Objects
}

/** Objects whose credentials are found; the storage accepts only those of the metadata server. */
async function ground(
  t: Test,
  options: MetadataOptions = { rotates: 3_600_000, overlap: 0 },
): Promise<Ground> {
  const [s3, metadata, logged] = [
    await fakeS3(t),
    await runMetadataServer(options, stop => t.teardown(stop)),
    [] as string[],
  ]
  s3.accept(metadata.check)
  const objects = openObjects({
    url: 's3://bucket/store',
    endpoint: s3.endpoint,
    region: S3_REGION,
    tell: line => logged.push(line),
  })
  return { s3, metadata, logged, objects }
}

async function roundTrip(t: Test, objects: Objects, name = 'i/a.parquet'): Promise<void> {
  const bytes = randomBytes(10_000)
  const path = join(temporaryFolder(t), 'file')
  await writeFile(path, bytes)
  await objects.put(name, path, { bytes: bytes.length, sha256: sha256Of(bytes) })
  t.equal(await objects.size(name), bytes.length)
  t.ok(bytes.equals(await buffer(await objects.get(name))))
}

t.test('the role of an instance works, by version 2 of its metadata only', async t => {
  const { objects, metadata } = await ground(t)
  setEnvironment(t, { AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata.url })
  await Promise.all(
    ['i/a.parquet', 'i/b.parquet', 'i/c.parquet'].map(name => roundTrip(t, objects, name)),
  )
  t.strictSame(
    metadata.calls,
    [
      'PUT /latest/api/token',
      'GET /latest/meta-data/iam/security-credentials/',
      'GET /latest/meta-data/iam/security-credentials/lake-role',
    ],
    'once for all requests',
  )
})

t.test('the role of a container works', async t => {
  const { objects, metadata } = await ground(t)
  setEnvironment(t, {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${metadata.url}/container`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pod token',
  })
  await roundTrip(t, objects)
  t.strictSame(metadata.calls, ['GET /container'])
})

t.test('web identity works with a token file', async t => {
  const { objects, metadata } = await ground(t)
  const tokenFile = t.testdir({ token: 'a web token' })
  setEnvironment(t, {
    ...NOTHING,
    AWS_WEB_IDENTITY_TOKEN_FILE: `${tokenFile}/token`,
    AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/lake-role',
    AWS_ENDPOINT_URL_STS: metadata.url,
  })
  t.ok(await objects.size('i/none.parquet').then(size => size === undefined))
  t.strictSame(metadata.calls, ['POST /'])
})

t.test('a profile file works, and is reread once its keys are refused', async t => {
  const { objects, s3 } = await ground(t)
  const file = `${t.testdir({})}/credentials`
  const write = async (id: string): Promise<void> =>
    await writeFile(
      file,
      `[default]\naws_access_key_id = other\naws_secret_access_key = other\n[lake]\naws_access_key_id = ${id}\naws_secret_access_key = of ${id}\n`,
    )
  let valid = 'first'
  s3.accept(key => (key === valid ? { secret: `of ${key}` } : { code: 'InvalidAccessKeyId' }))
  setEnvironment(t, { ...NOTHING, AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'lake' })
  await write(valid)
  t.equal(await objects.size('i/none.parquet'), undefined)
  await write((valid = 'second'))
  await elapse(1100)
  t.equal(await objects.size('i/none.parquet'), undefined)
  valid = 'third'
  await t.rejects(objects.get('i/none.parquet'), {
    name: 'LakeUnavailable',
    message: /^The lake refuses object i\/none\.parquet: 403 InvalidAccessKeyId/,
  })
})

t.test('the environment works without the package', async t => {
  const s3 = await fakeS3(t)
  setEnvironment(t, NOTHING)
  const objects = openObjects({
    url: 's3://bucket/store',
    endpoint: s3.endpoint,
    region: S3_REGION,
    credentials: S3_KEYS,
  })
  t.equal(await objects.size('i/none.parquet'), undefined)
})

t.test('missing credentials give 503 in time, and are logged once a minute', async t => {
  const { objects, logged } = await ground(t)
  setEnvironment(t, NOTHING)
  for (let round = 0; round < 2; round++) {
    const start = performance.now()
    await t.rejects(objects.get('i/a.parquet'), {
      name: 'LakeUnavailable',
      message: /^The lake does not respond .*: no credentials: /,
    })
    // With room for a busy machine.
    t.ok(performance.now() - start < 15_000)
  }
  t.equal(logged.length, 1)
  t.match(logged[0], /^No credentials for the lake: set AWS_ACCESS_KEY_ID/)
})

t.test('credentials that rotate under load fail no request', async t => {
  const { objects, metadata, logged } = await ground(t, { rotates: 3000, overlap: 0 })
  setEnvironment(t, { AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata.url })
  await roundTrip(t, objects)
  let requests = 0
  const end = Date.now() + 10_000
  const ask = async (): Promise<void> => {
    while (Date.now() < end) {
      await buffer(await objects.get('i/a.parquet'))
      requests++
      await latency(5)
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  t.ok(metadata.issued() >= 3, `${metadata.issued()} credentials in ${requests} requests`)
  t.ok(metadata.calls.length <= 3 * 11, 'at most one renewal a second')
  t.strictSame(logged, [])
})

t.test(
  'credentials revoked early are renewed immediately; during a metadata outage the earlier ones serve',
  async t => {
    const { objects, metadata } = await ground(t)
    setEnvironment(t, { AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata.url })
    await roundTrip(t, objects)
    metadata.fail(500)
    await roundTrip(t, objects)
    metadata.fail(undefined)
    metadata.revoke()
    await elapse(1100)
    await Promise.all(['i/a.parquet', 'i/b.parquet'].map(name => roundTrip(t, objects, name)))
    t.equal(metadata.issued(), 1)
  },
)

t.test('credentials are renewed before they expire', async t => {
  let now = 1_700_000_000_000
  t.intercept(Date, 'now', { value: () => now })
  t.intercept(performance, 'now', { value: () => now })
  let [calls, fails] = [0, false]
  let hold = Promise.resolve()
  const logged: string[] = []
  const provide: Provide = async () => {
    const id = String(++calls)
    await hold
    if (fails) throw new Error('metadata are down')
    return { accessKeyId: id, secretAccessKey: 's', expiration: new Date(now + 3_600_000) }
  }
  const source = new RenewedCredentials(provide, line => logged.push(line))
  const get = async (): Promise<string> => (await source.get()).accessKeyId
  t.strictSame(await Promise.all([get(), get(), get()]), ['1', '1', '1'], 'one attempt for all')
  now += 54 * 60_000
  t.equal(await get(), '1')
  t.equal(calls, 1, 'not yet due')
  now += 90_000
  let go = (): void => undefined
  hold = new Promise(resolve => (go = resolve))
  t.strictSame(await Promise.all([get(), get()]), ['1', '1'], 'the earlier ones serve meanwhile')
  t.equal(calls, 2)
  go()
  await elapse(1)
  t.equal(await get(), '2')
  fails = true
  now += 56 * 60_000
  for (let second = 0; second < 10; second++) {
    t.equal(await get(), '2')
    await elapse(1)
    now += 500
  }
  t.equal(calls, 7, 'retried once a second')
  t.strictSame(logged, ["The lake's credentials could not be renewed: metadata are down"])
  now += 3_600_000
  await t.rejects(get(), { message: 'no credentials: metadata are down' })
  fails = false
  t.equal(await get(), '9')
  const used = await source.get()
  t.equal(await source.replaced({ ...used }), true, 'earlier ones are already replaced')
  now += 1000
  t.strictSame(
    await Promise.all([source.replaced(used), source.replaced(used)]),
    [true, true],
    'others came',
  )
  t.equal(await get(), '10')
  t.equal(calls, 10)
})

import { parse } from 'content-disposition'
import fc from '../../../support/fast-check.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { LINK_MINUTES } from '../../../../server/core/access/export-links.ts'
import { pages, textOf } from '../../../support/pages.ts'
import type { ResolvedReport } from '../../../../server/answers/handlers/app-defaults.ts'
import { ExportLinks } from '../../../../server/core/access/export-links.ts'
import { makeExportLink } from '../../../../server/http/tools/export-link.ts'
import { createService } from '../../../../server/http/service.ts'
import { readConfig } from '../../../../server/core/runtime/config.ts'
import { Spool } from '../../../../server/store/files/spool.ts'
import { type Store, StoreTimeout } from '../../../../server/core/model/store.ts'
import { StoreBusy } from '../../../../server/core/runtime/turns.ts'
import {
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { workOf } from '../../../support/work.ts'
import { twoCompanies } from '../../../support/two-companies.ts'
import { linkTo, REPORT, SECRET, tryLink } from '../../../support/links.ts'

const environment = { EXPORT_SECRET: SECRET }

/** GET without any key. */
async function follow(
  { server }: Pick<TestService, 'server'>,
  path: string,
  headers: Record<string, string> = {},
) {
  const {
    statusCode: status,
    headers: answered,
    rawPayload: body,
  } = await server.inject({ url: path, headers })
  return {
    status,
    headers: answered as Record<string, string>,
    body,
    code: status < 400 ? undefined : (JSON.parse(body.toString()) as { code: string }).code,
  }
}

t.test(
  'a link returns the file of the REST report to any caller, and is not cacheable',
  async t => {
    const service = await startService(t, { deliveries: [twoCompanies()], environment })
    for (const [request, query] of [
      [REPORT, 'format=csv'],
      [{ ...REPORT, format: 'parquet' as const }, 'format=parquet'],
      [
        {
          ...REPORT,
          metrics: ['roas' as const, 'spend' as const],
          campaigns: ['Alpha', 'US, Tier 1', '"q"'],
          maturity: true,
        },
        `format=csv&metrics=spend,roas&maturity=true&campaigns=${encodeURIComponent('"US, Tier 1","""q""",Alpha')}`,
      ],
    ] as const) {
      const link = await linkTo(service, request)
      t.match(link, {
        format: request.format,
        expiresAt: '2026-04-01T12:15:00.000Z',
        fileName: /^Game-report-campaign-daily-2026-02-28-2026-03-30-2026-03-31-[0-9a-f]{8}\./,
      })
      const answer = await follow(service, link.path)
      const rest = await service.get(`/v1/report?appId=1&granularity=campaign&${query}`)
      t.equal(answer.status, 200)
      t.equal(answer.body.length, link.sizeBytes)
      t.equal(answer.headers['total-rows'], String(link.totalRows))
      t.strictSame(answer.body, rest.body)
      t.equal(answer.headers['cache-control'], 'no-store')
      t.equal(parse(answer.headers['content-disposition']!).parameters.filename, link.fileName)
      for (const name of [
        'run-id',
        'run-created-at',
        'data-through',
        'start-date',
        'end-date',
        'currency',
        'content-type',
        'content-disposition',
      ]) {
        t.equal(answer.headers[name], rest.headers[name], name)
      }
    }
  },
)

t.test('a link supports HEAD, ranges and 304', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()], environment })
  const { path, sizeBytes } = await linkTo(service)
  const whole = await follow(service, path)
  const part = await follow(service, path, { range: 'bytes=5-8' })
  t.match(
    [part.status, part.headers['content-range'], part.headers['cache-control']],
    [206, `bytes 5-8/${sizeBytes}`, 'no-store'],
  )
  t.strictSame(part.body, whole.body.subarray(5, 9))
  const past = await follow(service, path, { range: `bytes=${sizeBytes}-` })
  t.match([past.status, past.code], [416, 'range_not_satisfiable'])
  const same = await follow(service, path, { 'if-none-match': whole.headers['etag']! })
  t.match([same.status, same.body.length, same.headers['cache-control']], [304, 0, 'no-store'])
  const head = await service.server.inject({ method: 'HEAD', url: path })
  t.match([head.statusCode, head.payload, head.headers['content-length']], [200, '', sizeBytes])
})

t.test('a link expires after 15 minutes, to the millisecond', async t => {
  let now = '2026-04-01T12:00:00.000Z'
  const service = await startService(t, {
    deliveries: [minimalDelivery()],
    environment,
    now: () => new Date(now),
  })
  const { path } = await linkTo(service, REPORT, 1, now)
  now = '2026-04-01T12:14:59.999Z'
  t.equal((await follow(service, path)).status, 200)
  now = '2026-04-01T12:15:00.000Z'
  t.match(await follow(service, path), {
    status: 410,
    code: 'link_expired',
    headers: { 'content-type': /^application\/problem\+json/ },
  })
  t.equal(
    (await follow(service, path)).headers['ratelimit'],
    undefined,
    'a link that is over counts for nobody',
  )
})

t.test('a link works after a restart, and if the file must be rebuilt', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const { path } = await linkTo(service)
  const before = await follow(service, path)
  const config = readConfig({ ...environment, DATA_DIR: service.dataDir, LOG_LEVEL: 'silent' })
  const clock = () => new Date('2026-04-01T12:10:00Z')
  await rm(`${service.dataDir}/spool`, { recursive: true })
  const restarted = await createService(config, { clock })
  t.teardown(() => restarted.stop())
  t.strictSame((await follow(restarted, path)).body, before.body)
  const stranger = await createService({ ...config, exportSecret: `${SECRET}!` }, { clock })
  t.teardown(() => stranger.stop())
  t.match(await follow(stranger, path), { status: 404, code: 'not_found' })
})

t.test('an altered link never works', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const { path } = await linkTo(service)
  const prefix = '/v1/exports/'
  const link = path.slice(prefix.length)
  const refused = async (altered: string) => {
    const answer = await follow(service, prefix + altered)
    return (
      (answer.status === 404 || answer.status === 410) &&
      answer.headers['content-type']!.startsWith('application/problem+json')
    )
  }
  const character = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~=',
  )
  const place = fc.nat(link.length - 1)
  await fc.assert(
    fc.asyncProperty(place, character, async (at, other) => {
      fc.pre(link[at] !== other)
      return await refused(link.slice(0, at) + other + link.slice(at + 1))
    }),
    { numRuns: 300 },
  )
  await fc.assert(
    fc.asyncProperty(
      place,
      character,
      async (at, more) => await refused(link.slice(0, at) + more + link.slice(at)),
    ),
    { numRuns: 100 },
  )
  await fc.assert(
    fc.asyncProperty(
      place,
      async at =>
        (await refused(link.slice(0, at) + link.slice(at + 1))) &&
        (await refused(`${link.slice(0, at)}.`)),
    ),
    { numRuns: 100 },
  )
  for (const altered of [
    `${link}.`,
    `.${link}`,
    `${link}=`,
    `${link}/`,
    `${link}%00`,
    `${link}%2E`,
    'x',
    '.',
    '..',
    '%2e%2e',
    link.split('.')[0]!,
    `${link}.${link}`,
  ]) {
    t.ok(await refused(altered), altered.slice(-20))
  }
  t.equal((await follow(service, path)).status, 200)
})

t.test('a link stops working when its company loses access', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()], environment })
  t.match(await tryLink(service, { ...REPORT, appId: 4 }), { refusal: { status: 403 } })
  t.match(await tryLink(service, { ...REPORT, appId: 3 }), { refusal: { status: 403 } })
  const { path } = await linkTo(service, { ...REPORT, appId: 4 }, 2)
  // Another company's key beside it changes nothing: the link is the credential, and counts for company 2.
  const authorization = `Bearer ${await service.keyOf(1)}`
  const before = (await service.get('/v1/apps', 2)).headers['ratelimit']!
  t.equal((await follow(service, path, { authorization })).status, 200)
  const after = (await service.get('/v1/apps', 2)).headers['ratelimit']!
  const left = (header: string) => Number(/r=(\d+)/.exec(header)?.[1])
  t.equal(left(before) - left(after), 2)

  await service.import({ apps: [{ ...twoCompanies().apps[3]!, live: false }] })
  service.passSecond()
  t.match(await follow(service, path), { status: 410, code: 'link_expired' })
})

t.test('a link expires with the key that created it', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const { path } = await linkTo(service)
  t.equal((await follow(service, path)).status, 200)
  const [key] = await service.keys.list(1)
  await service.keys.revoke(key!.id)
  t.match(await follow(service, path), {
    status: 410,
    code: 'link_expired',
    headers: { 'content-type': /^application\/problem\+json/ },
  })
  t.equal((await follow(service, path)).headers['ratelimit'], undefined, 'and counts for nobody')

  const other = await service.keys.create({ companyId: 1, expires: '2099-01-01' })
  t.equal(
    (await follow(service, await linkOf(service, { kind: 'api_key', id: other.id }))).status,
    200,
  )
  for (const id of ['000000000000', '', '../keys', key!.id]) {
    t.equal((await follow(service, await linkOf(service, { kind: 'api_key', id }))).status, 410, id)
  }
})

t.test('a link expires with the login that created it', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const { id } = await service.users.invite({ companyId: 1, email: 'ada@example.com' })
  const path = await linkOf(service, { kind: 'user', id })
  t.equal((await follow(service, path)).status, 410, 'nobody has connected yet')
  await service.users.connect({
    issuer: 'https://a.example',
    subject: 'ada',
    verifiedEmail: 'ada@example.com',
    name: null,
  })
  t.equal((await follow(service, path)).status, 200)
  await service.users.remove(id)
  t.match(await follow(service, path), { status: 410, code: 'link_expired' })
})

t.test('a link of an earlier version, without a creator, is expired', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  t.match(await follow(service, await linkOf(service, undefined)), {
    status: 410,
    code: 'link_expired',
  })
})

/** A link of company 1 in the name of anybody, relative to the service. */
async function linkOf(
  { store, dataDir }: TestService,
  holder: { kind: 'api_key' | 'user'; id: string } | undefined,
): Promise<string> {
  const clock = () => new Date('2026-04-01T12:00:00Z')
  const links = new ExportLinks<ResolvedReport>(SECRET, clock)
  const as = Object.assign(Object.create(links) as ExportLinks<ResolvedReport>, {
    sign: ({ holder: _, ...claims }: Parameters<ExportLinks<ResolvedReport>['sign']>[0]) =>
      links.sign({ ...claims, ...(holder === undefined ? {} : { holder }) } as typeof claims & {
        holder: { kind: 'user'; id: string }
      }),
  })
  const deps = {
    store,
    clock,
    spool: await Spool.open(join(dataDir, 'spool')),
    links: as,
    baseUrl: () => '',
  }
  const made = await makeExportLink(deps, REPORT, {
    ...workOf(1),
    companyId: 1,
    kind: 'user',
    id: '',
  })
  return 'link' in made ? made.link.downloadUrl : ''
}

t.test('a link stays with its run until the run is pruned', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const { path } = await linkTo(service)
  const first = await follow(service, path)
  const nextRun = (run_id: number) =>
    service.import({
      runs: [runRow({ run_id, created_at: `2026-03-31T0${run_id}:00:00.000Z` })],
      cohorts: [cohortRow({ run_id, spend: String(run_id) })],
      cohort_revenue: [revenueRow({ run_id })],
    })
  for (const runId of [7, 8]) {
    await nextRun(runId)
    service.passSecond()
    const answer = await follow(service, path)
    t.equal(answer.status, 200)
    t.strictSame(answer.body, first.body, 'the run it was made from, not the latest')
    t.equal(answer.headers['run-id'], '1')
  }
  await nextRun(9)
  service.passSecond()
  t.match(await follow(service, path), {
    status: 410,
    code: 'link_expired',
    headers: { 'content-type': /^application\/problem\+json/ },
  })
})

t.test('an app without a run has an empty export, even after its first run', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        runs: [],
        cohorts: [],
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
      }),
    ],
    environment,
  })
  const link = await linkTo(service)
  t.match(link, { totalRows: 0, fileName: /-none-[0-9a-f]{8}\.csv$/ })
  const before = await follow(service, link.path)
  t.match(
    [before.status, before.body.toString().trim()],
    [200, 'install_cohort,platform,network,campaign,ltv_paid_gross_d7,ltv_paid_gross_d365'],
  )
  const { runs, cohorts, cohort_revenue } = minimalDelivery()
  await service.import({ runs, cohorts, cohort_revenue })
  service.passSecond()
  t.strictSame((await follow(service, link.path)).body, before.body)
})

t.test(
  'an export refuses what a report refuses; a link that is too long names the longest filter',
  async t => {
    const service = await startService(t, { deliveries: [twoCompanies()], environment })
    t.match(await tryLink(service, { ...REPORT, dsiValues: [8] }), {
      refusal: { status: 400, errors: [{ parameter: 'dsiValues', allowed: ['1', '7', '365'] }] },
    })
    t.match(await tryLink(service, { ...REPORT, countries: ['US'] }), {
      refusal: { status: 400, errors: [{ parameter: 'countries' }] },
    })
    t.match(await tryLink(service, { ...REPORT, appId: 2, installGrouping: 'daily' }), {
      refusal: { status: 400, errors: [{ parameter: 'installGrouping' }] },
    })
    const noise = Array.from({ length: 900 }, (_, index) =>
      Math.sin(index + 1)
        .toString(36)
        .slice(2, 12),
    )
    t.match(await tryLink(service, { ...REPORT, campaigns: noise, networks: ['Meta'] }), {
      refusal: { status: 400, errors: [{ parameter: 'campaigns' }] },
    })
    t.match(await tryLink(service, { ...REPORT, networks: noise, campaigns: ['Alpha'] }), {
      refusal: { status: 400, errors: [{ parameter: 'networks' }] },
    })
    // Long, but not too long.
    const { downloadUrl, path } = await linkTo(service, {
      ...REPORT,
      campaigns: noise.slice(0, 600),
    })
    t.ok(downloadUrl.length > 5000 && downloadUrl.length <= 8192)
    t.equal((await follow(service, path)).status, 200)
  },
)

t.test(
  'a store without a turn, time or space for a file gives a described error, not an internal one',
  async t => {
    const service = await startService(t, { deliveries: [minimalDelivery()], environment })
    for (const [error, status] of [
      [new StoreBusy('20 wait'), 503],
      [new StoreTimeout('late'), 503],
      [Object.assign(new Error('full'), { code: 'ENOSPC' }), 507],
    ] as const) {
      const store: Store = { ...service.store, withReportGroups: () => Promise.reject(error) }
      t.match(await tryLink({ ...service, store }), { refusal: { status, detail: /[Tt]ry again/ } })
    }
    const store: Store = {
      ...service.store,
      withReportGroups: () => Promise.reject(new Error('a fault')),
    }
    await t.rejects(tryLink({ ...service, store }), { message: 'a fault' })
  },
)

t.test('every text states the minutes for which a link works', t => {
  const texts = [...pages, 'openapi.yaml'].flatMap(page =>
    textOf(page)
      .split(/\n/)
      .filter(line => /link/.test(line) && !page.endsWith('CHANGELOG.md'))
      .flatMap(line =>
        [...line.matchAll(/(\d+) minutes/g)].map(([, minutes]) => ({ page, minutes })),
      ),
  )
  t.ok(texts.length >= 5)
  t.strictSame(
    texts.filter(({ minutes }) => Number(minutes) !== LINK_MINUTES),
    [],
  )
  t.end()
})

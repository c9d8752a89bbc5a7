import { userInfo } from 'node:os'
import t from 'tap'
import { openRecords } from '../../../server/store/facts/embedded/open-records.ts'
import { auditLog } from '../../../server/store/records/audit-log.ts'
import { alertRow, minimalDelivery, runRow } from '../../reference/minimal-delivery.ts'
import { deliver } from '../../support/delivery-folder.ts'
import { startIssuer } from '../../support/issuer.ts'
import { admin } from '../../support/admin.ts'
import { startService } from '../../support/started-service.ts'

const ADA = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada' }

t.test('the audit log records actions of the CLI and of requests', async t => {
  const issuer = await startIssuer(t, ADA)
  const environment = { AUTH_ISSUER: issuer.url, AUTH_AUDIENCE: 'urn:uascope' }
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const { dataDir, server, keys, keyOf } = service
  const exportReport = async (token: string) => {
    const { payload } = await server.inject({
      method: 'POST',
      url: '/v1/mcp',
      headers: {
        host: 'localhost',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'svc_export_report', arguments: { appId: 1 } },
      },
    })
    return (JSON.parse(payload) as { result: { structuredContent: { downloadUrl: string } } })
      .result.structuredContent.downloadUrl
  }
  const audit = async (...args: string[]) => (await admin(dataDir, 'audit', ...args)).stdout
  const entries = async (...args: string[]) =>
    (await audit('--json', ...args))
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)

  const invited = (
    await admin(dataDir, 'users', 'invite', '--company', '1', '--email', ADA.email)
  ).stdout.trim()
  const key = await keyOf(1)
  const token = await issuer.sign({ aud: 'urn:uascope', ...ADA })
  const secrets = [
    key,
    token,
    ...(await Promise.all([exportReport(key), exportReport(token), exportReport(token)])).map(url =>
      url.slice(-40),
    ),
  ]
  const keyId = (await keys.list())[0]!.id

  const operator = `operator:${userInfo().username}`
  const made = {
    action: 'export.made',
    companyId: 1,
    target: 'app:1',
    details: { format: 'csv', totalRows: 1, expiresAt: '2026-04-01T12:15:00.000Z' },
  }
  const all = await entries()
  t.match(all.slice(0, 3), [
    {
      at: /^20\d\d-\d\d-\d\dT.*Z$/,
      action: 'import.loaded',
      actor: 'service',
      details: { seconds: Number, runs: ['1', '2'] },
    },
    { action: 'user.invited', actor: operator, companyId: 1, target: `user:${invited}` },
    { action: 'key.created', actor: 'service', companyId: 1, target: `key:${keyId}` },
  ])
  const requests = all.slice(3).sort((a, b) => (String(a['actor']) < String(b['actor']) ? -1 : 1))
  t.match(
    requests.filter(({ action }) => action === 'export.made'),
    [
      { ...made, actor: `key:${keyId}` },
      { ...made, actor: `user:${invited}` },
      { ...made, actor: `user:${invited}` },
    ],
  )
  t.match(
    requests.filter(({ action }) => action === 'user.connected'),
    [{ actor: `user:${invited}`, target: `user:${invited}`, details: { subject: 'ada-1' } }],
  )
  t.equal(all.length, 7)
  for (const secret of secrets) t.notMatch(JSON.stringify(all), secret)

  const [byPrefix, last, table, none, future] = await Promise.all([
    entries('--action', 'user'),
    entries('--last', '1', '--action', 'import'),
    audit('--company', '1', '--all'),
    audit('--company', '2'),
    audit('--since', '2999-01-01'),
  ])
  t.strictSame(
    byPrefix.map(({ action }) => action),
    ['user.invited', 'user.connected'],
  )
  t.match(last, [{ action: 'import.loaded' }])
  t.match(
    table,
    /^at +action +actor +company +target +details\n.*user\.invited +operator:\S+ +1 +user:[0-9a-f]{12} +\{"email":"ada@example\.com"\}\n/,
  )
  t.equal(table.trim().split('\n').length, 7)
  t.strictSame([none, future], ['No entries.\n', 'No entries.\n'])
})

t.test('an import deletes audit entries older than AUDIT_KEEP_DAYS and counts them', async t => {
  const { dataDir, keys, ...service } = await startService(t, { deliveries: [minimalDelivery()] })
  const { id } = await keys.create({ companyId: 1 })
  await keys.revoke(id)
  await service.stop()
  const now = Date.now()
  const records = await openRecords(dataDir)
  const days = 86_400_000
  for (const age of [40, 31, 29]) {
    const log = auditLog(records, () => now - age * days)
    await log.append({ action: 'export.made', actor: 'key:a', companyId: 1, target: `app:${age}` })
    await log.append({
      action: 'key.revoked',
      actor: 'operator:ada',
      companyId: 1,
      target: `key:${age}`,
    })
  }
  await records.close()
  const place = (keep: string) => ({ DATA_DIR: dataDir, AUDIT_KEEP_DAYS: keep })
  const delivery = (run_id: number) =>
    deliver(t, {
      runs: [runRow({ run_id, kind: 'alert' })],
      alerts: [alertRow({ run_id, alert_id: run_id })],
    })
  t.match(
    await admin(dataDir, 'import', await delivery(80), '--json'),
    { code: 0, stdout: /"prunedAuditEntries": ?0/ },
    'unset',
  )
  t.match(await admin(place('30'), 'import', '--check', await delivery(81)), { code: 0 })
  t.match(await admin(place('30'), 'import', await delivery(81)), {
    code: 0,
    stdout: /^Deleted 2 old audit entries\.\nLoaded/m,
  })
  const { stdout } = await admin(dataDir, 'audit', '--json')
  for (const age of [40, 31, 29]) t.match(stdout, `"key:${age}"`)
  t.match(stdout, '"app:29"')
  t.notMatch(stdout, /"app:(40|31)"/)
})

import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { requireOrSkip } from '../../support/require-or-skip.ts'
import { bytes, json } from './ask.ts'
import { PYTHON, run } from './programs.ts'
import { recipes } from './recipes.ts'
import type { Environment, Served } from './served.ts'

const REPORT =
  'report?appId=101&granularity=campaign_geo&metrics=spend,installs,revenue&dsiValues=7,30'

export async function testCurl(
  t: Test,
  { env, importNext }: Served,
  folder: string,
): Promise<void> {
  const download = async (): Promise<Buffer> => {
    await run('bash', ['-ec', recipes('One file, with curl', 'sh')[0]], folder, env)
    return await readFile(join(folder, 'report.parquet'))
  }
  const before = await bytes(env, REPORT)
  t.ok((await download()).equals(before))
  t.ok((await download()).equals(before), '304 leaves the file')
  await importNext()
  const after = await download()
  t.notOk(after.equals(before))
  t.ok(after.equals(await bytes(env, REPORT)))
}

export async function testSync(
  t: Test,
  { env, paths, query, importNext }: Served,
  folder: string,
): Promise<void> {
  if (!requireOrSkip(t, PYTHON !== undefined, 'a python3 with pandas')) return
  const place = join(folder, 'kept')
  await writeFile(join(folder, 'sync.py'), recipes('Everything, with Python', 'python')[0])
  const sync = (base = env['UASCOPE_BASE_URL']!): Promise<string> =>
    run(PYTHON!, ['sync.py', '101', 'kept'], folder, { ...env, UASCOPE_BASE_URL: base })
  const kept = (name: string): Promise<Buffer> => readFile(join(place, name))
  const spent = async (from: string): Promise<number> =>
    Number(
      (await query(`SELECT sum(spend)::DECIMAL(18,2)::DOUBLE AS spend FROM ${from}`, place))[0]![
        'spend'
      ],
    )
  // Reports reach back to 2025-08-24, so August is not a whole month.
  const delivered = await spent(`delivered.cohorts WHERE install_date >= '2025-09-01'`)

  let requests = 0
  const busyOnce = await between(t, env, async () => requests++ === 0)
  t.match(await sync(busyOnce), /^Run \d+\n$/)
  t.equal(await spent(`'20*.parquet'`), delivered)
  t.strictSame(
    JSON.parse(String(await kept('recommendations.json'))),
    await json(env, 'recommendations?appId=101'),
  )
  const november = await kept('2026-11.parquet')
  t.ok(november.equals(await bytes(env, `${REPORT}&startDate=2026-11-01&endDate=2026-11-30`)))

  paths.length = 0
  t.equal(await sync(), 'Nothing new\n')
  t.strictSame(paths, ['/v1/app-settings'], 'one request tells that nothing is new')
  t.ok(november.equals(await kept('2026-11.parquet')))

  await importNext()
  // Of Airflow there is what the DAG imports: what is decorated is run as it is.
  await mkdir(join(folder, 'airflow'))
  await writeFile(
    join(folder, 'airflow/sdk.py'),
    'def dag(**given):\n    return lambda function: function\n\n\ntask = dag\n',
  )
  await writeFile(
    join(folder, 'dag.py'),
    recipes('From Airflow', 'python')[0].replace('/data/uascope/101', place),
  )
  t.match(await run(PYTHON!, ['dag.py'], folder, env), /^Run \d+\n$/)
  t.equal(await spent(`'20*.parquet'`), delivered * 2, 'a new run replaces every month')
  t.equal(await sync(), 'Nothing new\n')

  await importNext()
  let comesNow = true
  const newerBetween = await between(t, env, async path => {
    if (comesNow && path.includes('/report?')) {
      comesNow = false
      await importNext()
    }
    return false
  })
  await t.rejects(sync(newerBetween), /a new run was loaded during the download/)
  t.match(await sync(), /^Run \d+\n$/, 'it goes on where it ended')
  t.ok(
    (await kept('2026-11.parquet')).equals(
      await bytes(env, `${REPORT}&startDate=2026-11-01&endDate=2026-11-30`),
    ),
  )
}

/** The address of one before the service, that asks `step` about each request whether to answer it with 429. */
async function between(
  t: Test,
  env: Environment,
  step: (path: string) => Promise<boolean>,
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      if (await step(request.url!)) return response.writeHead(429, { 'retry-after': '0' }).end('{}')
      const { authorization = '', 'if-none-match': tag } = request.headers
      const headers = {
        authorization,
        'accept-encoding': 'identity',
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
      }
      const answer = await fetch(env['UASCOPE_BASE_URL']! + request.url!, { headers })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

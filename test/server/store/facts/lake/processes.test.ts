import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { cohortRow, runRow } from '../../../../reference/minimal-delivery.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { admin, startProcess } from '../../../../support/process.ts'
import { until } from '../../../../support/until.ts'
import { deliver } from '../../../../support/delivery-folder.ts'

t.test(
  'two nodes start the demo on an empty lake, see CLI imports, and reveal no S3 key',
  async t => {
    const lake = await lakeOf(t, 's3')
    if (lake === undefined) return
    const dirs = t.testdir({ a: {}, b: {}, c: {} })
    const environment = (name: string) => ({
      ...lake.environment,
      DATA_DIR: join(dirs, name),
      LOG_LEVEL: 'info',
      RATE_LIMIT: '1000',
    })
    const nodes = await Promise.all(['a', 'b'].map(name => startProcess(t, environment(name))))
    const printed = nodes.map(node =>
      [...node.stdout().matchAll(/^API key: (\S+)/gm)].map(match => match[1]!),
    )
    const keys = printed.flat()
    t.strictSame(
      printed.map(({ length }) => length).sort(),
      [0, 2],
      'one of them loads the demo and prints its keys',
    )
    const get = (node: (typeof nodes)[0], path: string) =>
      fetch(node.url + path, { headers: { authorization: `Bearer ${keys[0]}` } })
    const [app] = (await (await get(nodes[0]!, '/v1/apps')).json()) as { id: number }[]
    const report = `/v1/report?appId=${app!.id}&granularity=campaign&metrics=spend,ltv,roas`
    const [one, other] = await Promise.all(
      nodes.map(async node => Buffer.from(await (await get(node, report)).arrayBuffer())),
    )
    t.ok(one!.length > 1000 && one!.equals(other!))

    const date = new Date().toISOString().slice(0, 10)
    const run = {
      run_id: 987_654,
      app_id: app!.id,
      created_at: new Date(Date.now() + 86_400_000).toISOString(),
      max_install_date: date,
    }
    const delivery = await deliver(t, {
      runs: [runRow(run)],
      cohorts: [cohortRow({ run_id: 987_654, install_date: date })],
    })
    const imported = await admin(environment('c'), 'import', delivery)
    t.equal(imported.code, 0, imported.stderr)
    for (const node of nodes) {
      await until(
        'the run is served',
        async () => (await get(node, report)).headers.get('run-id') === '987654',
      )
    }
    const status = await admin(environment('c'), 'status')
    t.equal(status.code, 0, status.stderr)

    await lake.s3!.down()
    const failed = await admin(environment('c'), 'import', delivery)
    t.equal(failed.code, 1)
    const said = [imported, status, failed].flatMap(({ stdout, stderr }) => [stdout, stderr])
    const logs = nodes.flatMap(node => [node.stdout(), node.stderr()])
    for (const text of [...said, ...logs])
      t.notOk(text.includes(lake.environment['AWS_SECRET_ACCESS_KEY']!))
    t.notOk(
      (await readdir(join(dirs, 'c', 'staging'))).some(name => name.startsWith('import-')),
      'nothing of an import is left here',
    )
    for (const node of nodes) node.signal('SIGTERM')
    for (const node of nodes) t.equal((await node.ended).code, 0)
    t.ok(
      await readFile(
        lake.s3!.path(
          lake.s3!.calls.find(({ method, key }) => method === 'PUT' && key.includes('identities'))!
            .key,
        ),
      ),
    )
  },
)

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { requireOrSkip } from '../../support/require-or-skip.ts'
import {
  faultyServer,
  halfBody,
  reset,
  stall,
  stallInBody,
  type Step,
} from '../support/faulty-server.ts'
import { writeProjectFile, type Project } from '../support/packed-project.ts'
import type { RealServer } from '../support/real-server.ts'
import { repository } from '../../support/repository.ts'
import { run } from '../../support/run-program.ts'

function installed(name: string) {
  return join(repository, '.runtimes/bin', name)
}

const RUNTIMES = [
  { name: 'this Node', program: process.execPath, args: [] },
  { name: 'Node 22', program: installed('node-22'), args: [] },
  { name: 'Node 24', program: installed('node-24'), args: [] },
  { name: 'Bun', program: installed('bun'), args: ['run'] },
  {
    name: 'Deno',
    program: installed('deno'),
    args: ['run', '--node-modules-dir=manual', '--no-lock', '--cached-only', '--allow-all'],
  },
]

const HEADERS = { 'content-type': 'text/csv' }
const FAULTS: Record<string, Step> = {
  stall,
  reset,
  stallInBody: stallInBody(200, HEADERS, '[12345]', 3),
  halfBody: halfBody(200, HEADERS, '[12345]', 3),
}

/** That the package does the same on every runtime, against the service itself. */
export async function testRuntimes(
  t: Test,
  project: Project,
  { url, key }: RealServer,
): Promise<void> {
  await writeProjectFile(
    project,
    'consumer.mjs',
    await readFile(join(repository, 'test/client/packed/consumer.mjs'), 'utf8'),
  )
  const csv = await wantedCsv({ url, key })
  const faulty = await faultyServer(t, (socket, request) =>
    FAULTS[request.path.split('/')[1]!]!(socket, request),
  )
  for (const { name, program, args } of RUNTIMES) {
    await t.test(name, async t => {
      if (!requireOrSkip(t, existsSync(program), name)) return
      const env = {
        UASCOPE_BASE_URL: url,
        UASCOPE_API_KEY: key,
        FAULTY_URL: faulty.url,
        DENO_NO_UPDATE_CHECK: '1',
      }
      const { code, stdout, stderr } = await run(program, [...args, 'consumer.mjs'], {
        cwd: project.folder,
        env,
      })
      if (code !== 0) return t.fail(stderr)
      const said = JSON.parse(stdout)
      const [header, first] = csv
      const wanted = Object.fromEntries(
        header!.map((column, index) => [
          column,
          index < 4 ? first![index] : first![index] === '' ? null : Number(first![index]),
        ]),
      )
      t.same(said.faults, {
        stall: ['TimeoutError', 'TimeoutError', 'AbortError'],
        stallInBody: ['TimeoutError', 'TimeoutError', 'AbortError'],
        halfBody: ['ConnectionError', 'ConnectionError', 'ConnectionError'],
        reset: ['ConnectionError', 'ConnectionError', 'ConnectionError'],
      })
      t.same(said.rows, [csv.length - 1, wanted])
      t.same(said.table, [
        csv.length - 1,
        { ...wanted, install_cohort: `${String(wanted['install_cohort'])}T00:00:00.000Z` },
      ])
      t.same(said.arrow, [
        csv.length - 1,
        [
          'install_cohort: Date32<DAY>',
          'platform: Utf8',
          'network: Utf8',
          'campaign: Utf8',
          'spend: Float64',
          'installs_paid: Int64',
          'ltv_paid_gross_d7: Float64',
        ],
      ])
      t.ok(said.oneByOne, 'rows are the same one by one')
      t.match(said.inMemory, { campaign: 'A', spend: 1, installs_paid: 0, ltv_paid_gross_d7: null })
      t.same(said.head, [true, null])
      t.equal(said.csvLines, csv.length)
      t.ok(said.apps > 0 && said.recommendations > 0 && said.raw && said.saved)
      t.same(said.forbidden, [true, 'app_forbidden'])
      t.ok(said.history[0] > 0)
      t.match(said.history[1], [
        'created_at',
        'recommendation_id',
        'platform',
        'network',
        'campaign',
        'daily_spend',
        'install_cohort',
        'dsi',
        'roas_type',
        'revenue_type',
        /^roas_age_\d+$/,
      ])
      t.match(said.history[2], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      t.match(said.history[3], /^\d{4}-\d\d-\d\d$/)
    })
  }
}

/** The report as the service's CSV has it, read without the client. */
async function wantedCsv({ url, key }: RealServer): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync')
  const get = (path: string) =>
    fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const [app] = (await (await get('/v1/apps')).json()) as { id: number }[]
  const answer = await get(
    `/v1/report?appId=${app!.id}&granularity=campaign&installGrouping=monthly&metrics=spend,installs,ltv&dsiValues=7&format=csv`,
  )
  return parse(await answer.text())
}

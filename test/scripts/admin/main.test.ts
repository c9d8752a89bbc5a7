import { readdir, rm, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import t from 'tap'
import { utcDate } from '../../../server/core/model/dates.ts'
import { admin } from '../../support/admin.ts'
import { admin as builtAdmin, adminOf, SOURCES } from '../../support/process.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
} from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'

const COMMANDS = [
  'import',
  'forecast',
  'forecast init',
  'forecast check',
  'forecast backtest',
  'apps',
  'apps list',
  'apps remove',
  'companies',
  'companies list',
  'companies remove',
  'runs',
  'runs list',
  'runs withdraw',
  'runs restore',
  'keys',
  'keys create',
  'keys list',
  'keys revoke',
  'users',
  'users invite',
  'users list',
  'users erase',
  'access',
  'access list',
  'access grant',
  'access revoke',
  'audit',
  'demo',
  'migrate',
  'prune',
  'backup',
  'restore',
  'verify',
  'status',
]
const KEY = /^uascope_\w{38}\n$/

/** Pairs of the items and what they led to, a few at a time. */
async function ofEach<Item, Result>(
  items: readonly Item[],
  use: (item: Item) => Promise<Result>,
): Promise<[Item, Result][]> {
  const done: [Item, Result][] = []
  for (let first = 0; first < items.length; first += 3) {
    done.push(
      ...(await Promise.all(
        items.slice(first, first + 3).map(async item => [item, await use(item)] as [Item, Result]),
      )),
    )
  }
  return done
}

t.test('every command has a help text', async t => {
  const dir = t.testdir()
  const commands = [[], ...COMMANDS.map(command => command.split(' '))]
  for (const [command, { code, stdout, stderr }] of await ofEach(commands, command =>
    admin(`${dir}/unused`, ...command, '--help'),
  )) {
    t.match([code, stderr], [0, ''], command.join(' '))
    t.match(stdout, new RegExp(`^Usage: admin ${command.join(' ')}`))
    t.match(stdout, '--help')
  }
  t.strictSame(await readdir(dir), [], 'help touches nothing')
})

t.test('invalid arguments exit with 1 and print the reason on stderr only', async t => {
  const dir = t.testdir()
  const cases = [
    [[], /Usage: admin/],
    [['imprt'], /unknown command 'imprt'/],
    [['import'], /missing required argument 'dir'/],
    [['import', dir, 'x'], /too many arguments/],
    [['import', `${dir}/none`], /none/],
    [['keys'], /Usage: admin keys/],
    [['keys', 'create'], /--company <id>/],
    [['keys', 'create', '--company', 'one'], /must be a company id/],
    [['keys', 'create', '--company', '1', '--color', 'red'], /unknown option '--color'/],
    [['keys', 'revoke'], /key id/],
    [
      ['keys', 'create', '--company', '1', '--expires', '2020-01-01'],
      /--expires.*2020-01-01.*from today/,
    ],
    [['status', '--josn'], /unknown option/],
    [['access', 'grant', '--company', '1'], /--app <id>/],
    [['access', 'revoke', '--company', '1', '--app', 'x'], /must be an app id/],
    [['runs', 'list', '--limit', '0'], /from 1 to 10000/],
    [['runs', 'withdraw', 'x'], /must be a run id/],
    [['audit', '--since', '2026-02-30'], /real date/],
    [['audit', '--last', '0'], /from 1 to 1000/],
    [['demo'], /missing required argument/],
    [['demo', `${dir}/demo`, '--today', '2026-02-30'], /real date/],
  ] as const
  for (const [[args, reason], ended] of await ofEach(cases, ([args]) =>
    admin(`${dir}/data`, ...args),
  )) {
    t.match(ended, { code: 1, stdout: '', stderr: reason }, args.join(' '))
    t.notMatch(ended.stderr, /^\s+at /m, 'no stack')
  }
})

t.test(
  'the process exits with the code of its command, and imports in another process',
  async t => {
    const dir = t.testdir()
    await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
    const run = (...args: string[]) => builtAdmin(`${dir}/data`, ...args)
    // From the sources, as `npm run admin` does, a process takes four times as long to start.
    const fromSources = (...args: string[]) => adminOf(SOURCES, `${dir}/data`, ...args)
    const [help, unknown, incomplete, loaded] = await Promise.all([
      fromSources('--help'),
      run('imprt'),
      run('keys', 'create'),
      fromSources('import', `${dir}/one`),
    ])
    t.match(help, { code: 0, stdout: /^Usage: admin/, stderr: '' })
    t.match(unknown, { code: 1, stdout: '', stderr: /unknown command 'imprt'/ })
    t.match(incomplete, { code: 1, stdout: '', stderr: /--company <id>/ })
    t.match(loaded, { code: 0, stdout: /Loaded as data version 1/ })
    const [again, status] = await Promise.all([run('import', `${dir}/one`), run('status')])
    t.match(again, { code: 1, stdout: '', stderr: /runs\.csv, line 2, run_id/ })
    t.match(status, { code: 0, stdout: /Data version 1/, stderr: '' })
  },
)

t.test("an operator's usual commands work in sequence", async t => {
  const dir = t.testdir()
  const data = `${dir}/data`
  t.match(await admin(data, 'status'), { code: 0, stdout: /empty/ })
  t.match(JSON.parse((await admin(data, 'status', '--json')).stdout), {
    version: 0,
    companies: 0,
    apps: [],
  })
  t.match(await admin(data, 'keys', 'list'), { code: 0, stdout: 'No keys.\n' })
  t.match(await admin(data, 'keys', 'create', '--company', '1'), {
    code: 1,
    stdout: '',
    stderr: /company 1 does not exist; import a delivery first/,
  })

  await writeDelivery(
    `${dir}/one`,
    minimalDelivery({
      companies: [
        { company_id: 1, name: 'Studio' },
        { company_id: 2, name: 'Rival' },
      ],
    }),
    { format: 'csv' },
  )
  const imported = await admin(data, 'import', `${dir}/one`)
  t.match(imported, { code: 0, stdout: /cohorts +1\n/ })
  t.match(imported.stdout, /Loaded as data version 1/)
  t.match(imported.stdout, /1 cohort row with spend or installs lacks a cohort_revenue row/)

  // The key alone on stdout; for an unknown company the error lists the known ones.
  const made = await admin(
    data,
    'keys',
    'create',
    '--company',
    '1',
    '--name',
    'Dashboard',
    '--expires',
    '2030-01-01',
  )
  t.match(made, { code: 0, stdout: KEY, stderr: '' })
  t.match(await admin(data, 'keys', 'create', '--company', '3'), {
    code: 1,
    stdout: '',
    stderr: /company 3 does not exist.*1 \(Studio\).*2 \(Rival\)/,
  })
  t.match(await admin(data, 'keys', 'create', '--company', '1', '--expires', '2026-02-30'), {
    code: 1,
    stdout: '',
    stderr: /expires.*YYYY-MM-DD/,
  })
  t.match(JSON.parse((await admin(data, 'keys', 'create', '--company', '2', '--json')).stdout), {
    id: /^[0-9a-f]{12}$/,
    key: /^uascope_\w{38}$/,
  })
  const listed = JSON.parse((await admin(data, 'keys', 'list', '--json')).stdout) as {
    id: string
    companyId: number
  }[]
  t.match(listed, [
    {
      companyId: 1,
      name: 'Dashboard',
      expiresAt: '2030-01-02T00:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
    },
    { companyId: 2, name: '', expiresAt: null },
  ])
  t.equal(listed.length, 2)
  t.strictSame(
    (
      JSON.parse((await admin(data, 'keys', 'list', '--company', '2', '--json')).stdout) as {
        id: string
      }[]
    ).map(({ id }) => id),
    [listed[1]!.id],
  )
  t.match(await admin(data, 'keys', 'revoke', listed[0]!.id), {
    code: 0,
    stdout: '',
    stderr: `Revoked ${listed[0]!.id}.\n`,
  })
  t.match(await admin(data, 'keys', 'revoke', '0123456789ab'), {
    code: 1,
    stdout: '',
    stderr: /key "0123456789ab" does not exist/,
  })
  t.match(await admin(data, 'keys', 'revoke', '../keys'), { code: 1, stderr: /does not exist/ })
  const key = (
    await admin(data, 'keys', 'create', '--company', '1', '--expires', utcDate(new Date()))
  ).stdout.trim()
  for (const secret of [key, `${key}x`, `Bearer ${key}`]) {
    const { code, stderr } = await admin(data, 'keys', 'revoke', secret)
    t.match(
      [code, stderr],
      [
        1,
        secret === key
          ? /is a key, not its id, which is [0-9a-f]{12}\n/
          : /is a key, not its id: see/,
      ],
    )
    t.notMatch(stderr, key.slice(8, 20), 'a secret is not repeated')
  }
  const table = (await admin(data, 'keys', 'list')).stdout
  t.match(table, new RegExp(`${listed[0]!.id}.*Dashboard.*revoked`))
  t.match(table, new RegExp(`${listed[1]!.id}.*valid`))
  for (const secret of [made.stdout.trim(), made.stdout.slice(8, 20)])
    t.notMatch(table + JSON.stringify(listed), secret)

  // A broken delivery: every fault, nothing loaded, and the same as JSON.
  await writeDelivery(
    `${dir}/broken`,
    {
      runs: [runRow({ run_id: 3 })],
      cohorts: [cohortRow({ run_id: 3, paid_installs: 6 }), cohortRow({ run_id: 4 })],
      cohort_revenue: [revenueRow({ run_id: 3, dsi: 8 })],
    },
    { format: 'csv' },
  )
  const refused = await admin(data, 'import', `${dir}/broken`)
  t.match(refused, { code: 1, stdout: '', stderr: /errors; nothing was loaded/ })
  t.match(refused.stderr, /cohorts\.csv, line 2, \w*installs/)
  t.match(refused.stderr, /cohorts\.csv, line 3, run_id/)
  const asJson = await admin(data, 'import', `${dir}/broken`, '--json')
  t.equal(asJson.code, 1)
  t.match(JSON.parse(asJson.stdout), {
    total: Number,
    faults: [{ file: 'cohorts.csv', row: 2, rule: String }],
  })
  t.match(
    await admin(data, 'import', `${dir}/one`),
    { code: 1, stderr: /runs\.csv, line 2, run_id/ },
    'a run is never imported twice',
  )

  await writeDelivery(
    `${dir}/two`,
    {
      runs: [
        runRow({
          run_id: 3,
          created_at: '2026-04-01T00:00:00.000Z',
          max_install_date: '2026-03-31',
        }),
        runRow({ run_id: 4, status: 'failed' }),
      ],
      cohorts: [cohortRow({ run_id: 3 })],
    },
    { format: 'parquet' },
  )
  t.match(JSON.parse((await admin(data, 'import', `${dir}/two`, '--json')).stdout), {
    version: 2,
    rows: { runs: 2, cohorts: 1 },
    prunedRuns: [],
    prunedAuditEntries: 0,
    warnings: [String],
  })
  t.match(JSON.parse((await admin(data, 'status', '--json')).stdout), {
    version: 2,
    companies: 2,
    apps: [
      {
        id: 1,
        name: 'Game',
        live: true,
        companies: [1],
        runs: 4,
        failedRuns: 1,
        servedRun: 3,
        dataThrough: '2026-03-31',
        factRows: 1,
      },
    ],
  })
  t.match(
    (await admin(data, 'status')).stdout,
    /Data version 2.*\n.*data through.*\n.*Game.*2026-03-31/,
  )
  t.match(await admin(data, 'migrate'), { code: 0, stdout: /nothing to do/ })
})

t.test('an unusable data directory is named', async t => {
  const dir = t.testdir({ older: { 'catalog.json': '{}' } })
  await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
  t.match(await admin(`${dir}/keyless`, 'import', `${dir}/one`), { code: 0 })
  await rm(`${dir}/keyless/records`, { recursive: true })
  await writeFile(`${dir}/keyless/records`, 'not a folder')
  const cases = [
    ['older', ['migrate'], /was written by a version of uascope before 1\.3: start version 1\.3/],
    ['older', ['status'], /was written by a version of uascope before 1\.3: start version 1\.3/],
    ['keyless', ['keys', 'create', '--company', '1'], /cannot be used: E\w+/],
  ] as const
  for (const [[name, , words], ended] of await ofEach(cases, ([name, args]) =>
    admin(`${dir}/${name}`, ...args),
  )) {
    t.match(
      ended,
      {
        code: 1,
        stdout: '',
        stderr: new RegExp(`^admin: .*DATA_DIR ${dir}/${name} .*${words.source}`, 'm'),
      },
      name,
    )
  }
})

t.test('a delivery can be checked only, or imported for one company', async t => {
  const dir = t.testdir()
  await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
  const checked = await admin(`${dir}/data`, 'import', `${dir}/one`, '--check')
  t.match(checked, { code: 0, stdout: /runs +2\n[^]*Checked in .* nothing was loaded\./ })
  t.match(
    JSON.parse((await admin(`${dir}/data`, 'import', `${dir}/one`, '--check', '--json')).stdout),
    { loaded: false, version: 0 },
  )
  t.match(await admin(`${dir}/data`, 'import', `${dir}/one`, '--company', '1'), {
    code: 1,
    stdout: '',
    stderr: /networks\.csv, line 2, network: not allowed/,
  })
  t.match(await admin(`${dir}/data`, 'import', `${dir}/one`, '--company', '2'), {
    code: 1,
    stderr: /company 2 is in neither the store nor the delivery/,
  })
  t.match(await admin(`${dir}/data`, 'import', `${dir}/one`, '--company', 'x'), {
    code: 1,
    stderr: /must be a company id/,
  })
  const { networks: _, ...own } = minimalDelivery()
  await writeDelivery(
    `${dir}/it's one`,
    { ...own, apps: [appRow({ currency: 'usd' })] },
    { format: 'csv' },
  )
  const broken = [`${dir}/it's one/`, '--company', '1']
  const name = String.raw`${dir}/it'\''s one`
  const command = `admin import '${name}' --company 1 --fix '${name}-fixed'`
  t.ok(
    (await admin(`${dir}/data`, 'import', ...broken)).stderr.endsWith(
      `\n\`${command}\` repairs it.\n`,
    ),
  )
  t.match(JSON.parse((await admin(`${dir}/data`, 'import', ...broken, '--json')).stdout), {
    total: 1,
    repairable: 1,
  })
  t.notMatch((await admin(`${dir}/data`, 'import', `${dir}/none`)).stderr, /--fix/)
  const fixed = await admin(`${dir}/data`, 'import', ...broken, '--fix', `${dir}/fixed`)
  t.match(fixed, { code: 0, stdout: /^apps\.csv, currency: letter case/ })
  await writeDelivery(`${dir}/own`, own, { format: 'csv' })
  t.match(await admin(`${dir}/data`, 'import', `${dir}/own`, '--company', '1'), {
    code: 0,
    stdout: /Loaded as data version 1/,
  })
})

t.test('--strict refuses a delivery with notes', async t => {
  const dir = t.testdir()
  // Without revenue at two of the app's DSIs it has a note.
  const recommendations = [recommendationRow({ lookback_days: 7 })]
  await writeDelivery(`${dir}/noted`, minimalDelivery({ recommendations }), { format: 'csv' })
  t.match(await admin(`${dir}/data`, 'import', `${dir}/noted`, '--strict'), {
    code: 1,
    stdout: /Note: 1 cohort row /,
    stderr: /^Refused: 1 note, and --strict is set; nothing was loaded\.$/m,
  })
  const refused = await admin(`${dir}/data`, 'import', `${dir}/noted`, '--strict', '--json')
  t.match(JSON.parse(refused.stdout), { loaded: false, version: 0, warnings: [/1 cohort row /] })
  t.equal(refused.code, 1)
  t.match((await admin(`${dir}/data`, 'audit', '--json')).stdout, '"action":"import.refused"')
  t.match(await admin(`${dir}/data`, 'import', `${dir}/noted`, '--strict', '--check'), { code: 1 })
  const complete = minimalDelivery({
    recommendations,
    cohort_revenue: [1, 7, 365].map(dsi => revenueRow({ dsi })),
  })
  await writeDelivery(`${dir}/complete`, complete, { format: 'csv' })
  t.match(await admin(`${dir}/data`, 'import', `${dir}/complete`, '--strict'), {
    code: 0,
    stdout: /Loaded as data version 1/,
  })
})

t.test(
  'long commands yield to a service on the same machine, others do not',
  { skip: process.platform !== 'linux' },
  async t => {
    const dir = t.testdir()
    // Prints the priority of each thread at the end: see proc_pid_stat(5).
    const preloaded = `const { readdirSync, readFileSync } = require('node:fs')
process.on('exit', () => console.log('nice', ...new Set(readdirSync('/proc/self/task').map(id =>
  readFileSync('/proc/self/task/' + id + '/stat', 'latin1').split(') ')[1].split(' ')[16]))))`
    await writeFile(`${dir}/nice.cjs`, preloaded)
    const niceOf = async (...args: string[]): Promise<string | undefined> => {
      const { stdout } = await builtAdmin(
        { DATA_DIR: `${dir}/data`, NODE_OPTIONS: `--require ${dir}/nice.cjs` },
        ...args,
      )
      // The process of an import ends before the command.
      return stdout.match(/(?<=^nice ).*$/gm)?.at(-1)
    }
    t.equal(await niceOf('keys', 'list'), String(getPriority()))
    for (const args of [['import', `${dir}/none`], ['verify'], ['forecast', `${dir}/none.yaml`]])
      t.equal(await niceOf(...args), '7', args.join(' '))
  },
)

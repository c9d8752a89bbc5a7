import { appendFile, readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { adjustAnswer, standIn, standInFetch } from '../../support/forecast/stand-ins.ts'
import { admin } from '../../support/admin.ts'

t.test('five commands fetch, check, forecast and import; one for cron does it all', async t => {
  const { url, calls, close } = await standIn(adjustAnswer)
  t.teardown(close)
  process.env['ADJUST_API_TOKEN'] = 'secret-token'
  t.teardown(() => void delete process.env['ADJUST_API_TOKEN'])
  const { fetch } = globalThis
  globalThis.fetch = standInFetch
  t.teardown(() => void (globalThis.fetch = fetch))
  const dir = t.testdir()
  const exports = `${dir}/exports`
  const pulled = await admin(
    dir,
    'forecast',
    'pull',
    'adjust',
    exports,
    '--app',
    'a1',
    '--through',
    '2026-03-05',
    '--history',
    '60',
    '--url',
    url,
  )
  t.match(
    [pulled.code, pulled.stdout],
    [0, /Fetched 2 files from adjust through 2026-03-05\./],
    pulled.stderr,
  )
  const init = await admin(
    dir,
    'forecast',
    'init',
    exports,
    '--id',
    '101',
    '--name',
    'Merge Manor',
    '--target',
    '1',
    '--dsi',
    '7',
  )
  t.match(
    [init.code, init.stdout],
    [0, /Takes revenue of adjust_\*_to_\*_known_\*\.csv \(adjust\)/],
    init.stderr,
  )
  const config = `${exports}/forecast.yaml`
  await appendFile(config, `pull: [{ from: adjust, apps: [a1], days: 20, url: "${url}" }]\n`)

  const first = await admin(
    dir,
    'forecast',
    'daily',
    config,
    '--through',
    '2026-03-06',
    '--out',
    `${dir}/out`,
  )
  t.match(
    [first.code, first.stdout],
    [0, /Fetched 1 files.*Forecasts would be as of 2026-03-04.*Loaded as data version 1/s],
    first.stderr,
  )
  t.match(first.stdout, /revenue: \d+ days? w\w+ restated|As of 2026-03-04/)
  const again = await admin(
    dir,
    'forecast',
    'daily',
    config,
    '--through',
    '2026-03-06',
    '--out',
    `${dir}/out`,
  )
  t.match(
    [again.code, again.stdout],
    [
      0,
      /Fetched 0 files from adjust.*1 were there already.*There is a run of 2026-03-04 already: nothing to do\./s,
    ],
  )
  const next = await admin(
    dir,
    'forecast',
    'daily',
    config,
    '--through',
    '2026-03-07',
    '--out',
    `${dir}/out`,
  )
  t.match([next.code, next.stdout], [0, /Loaded as data version 2/], next.stderr)
  t.same((await readdir(`${dir}/out`)).sort(), [
    '2026-03-04',
    '2026-03-04.html',
    '2026-03-05',
    '2026-03-05.html',
  ])

  process.env['ADJUST_API_TOKEN'] = 'wrong-token'
  const refused = await admin(
    dir,
    'forecast',
    'daily',
    config,
    '--through',
    '2026-03-08',
    '--out',
    `${dir}/out`,
  )
  t.match(
    [refused.code, refused.stderr],
    [1, /answered 401: \{"error":"bad token Bearer \*\*\*"\}/],
  )
  delete process.env['ADJUST_API_TOKEN']
  const missing = await admin(dir, 'forecast', 'daily', config)
  t.match([missing.code, missing.stderr], [1, /ADJUST_API_TOKEN is required/])
  t.equal((await admin(dir, 'forecast', 'pull', 'kochava', exports)).code, 2)
  for (const file of await readdir(exports))
    t.notMatch(await readFile(`${exports}/${file}`, 'utf8'), /secret-token|wrong-token/)
  t.equal(calls.filter(({ url }) => url.href.includes('secret-token')).length, 0)
})

import { readdir, readFile, writeFile } from 'node:fs/promises'
import t from 'tap'
import { admin } from '../../support/admin.ts'
import { oddNames } from '../../support/odd-names.ts'

/** What the demo studio exports of a day from one country, and the config that `init` writes for it. */
async function studio(dir: string, today = '2026-04-01'): Promise<string> {
  const made = await admin(dir, 'demo', `${dir}/exports`, '--adjust', '--today', today)
  const report = `${dir}/exports/adjust-report.csv`
  const [header, ...lines] = (await readFile(report, 'utf8')).split('\r\n')
  await writeFile(report, [header, ...lines.filter(line => /"US",\d/.test(line)), ''].join('\r\n'))
  const written = await admin(
    dir,
    'forecast',
    'init',
    `${dir}/exports`,
    '--id',
    '101',
    '--name',
    'Merge Manor',
    '--target',
    '50%',
    '--dsi',
    '30',
  )
  if (made.code !== 0 || written.code !== 0) throw new Error(made.stderr + written.stderr)
  return `${dir}/exports/forecast.yaml`
}

t.test('an export becomes a served report', async t => {
  const dir = t.testdir()
  const config = await studio(dir)

  const again = await admin(dir, 'forecast', 'init', `${dir}/exports`)
  t.match(
    [again.code, again.stderr],
    [1, /forecast\.yaml: exists already: edit it, or delete it/],
    'a config that is there stays',
  )

  const check = await admin(dir, 'forecast', 'check', config)
  t.equal(check.code, 0, check.stderr)
  t.match(check.stdout, /Forecasts would be as of 2026-03-30: 399 days of installs/)

  const out = `${dir}/out`
  const run = await admin(
    dir,
    'forecast',
    config,
    '--out',
    out,
    '--backfill',
    '2026-03-25',
    '--created-at',
    '2026-04-01T06:00:00Z',
    '--import',
  )
  t.equal(run.code, 0, run.stderr)
  t.match(run.stdout, /As of 2026-03-30: [\d,]+ cohorts/)
  t.match(run.stdout, /Loaded as data version 1/)
  t.match(run.stderr, /Reading the inputs/, 'long work says what it is at')
  t.match(run.stdout, `Report: ${out}.html`)
  t.match(
    await readFile(`${out}.html`, 'utf8'),
    /<h1>[^]*Merge Manor[^]*<\/h1>/,
    'made of what is served',
  )

  const second = await admin(dir, 'forecast', config, '--out', `${dir}/second`, '--import')
  t.match([second.code, second.stderr], [1, /must be new/])
  t.match(second.stderr, /--revision/, 'and what helps')
  const revised = await admin(
    dir,
    'forecast',
    config,
    '--out',
    `${dir}/third`,
    '--revision',
    '1',
    '--import',
    '--json',
  )
  t.equal(revised.code, 0, revised.stderr)
  t.match(JSON.parse(revised.stdout), {
    report: `${dir}/third.html`,
    snapshotRuns: 0,
    backtest: { gates: Array },
  })
  t.strictSame(oddNames(JSON.parse(revised.stdout)), [])
  for (const command of ['check', 'backtest']) {
    t.strictSame(
      oddNames(JSON.parse((await admin(dir, 'forecast', command, config, '--json')).stdout)),
      [],
      command,
    )
  }

  const full = await admin(dir, 'forecast', config, '--out', out)
  t.match([full.code, full.stderr], [1, /out/], 'a folder with something in it is not written over')
  t.strictSame(
    (await readdir(dir)).filter(name => name.startsWith('.')),
    [],
    'nothing is left half written',
  )

  const status = await admin(dir, 'status')
  t.match(status.stdout, /Merge Manor/)
})

t.test('data that ended years ago become a report of their last weeks', async t => {
  const dir = t.testdir()
  const config = await studio(dir, '2023-04-01')
  const { code, stdout, stderr } = await admin(
    dir,
    'forecast',
    config,
    '--out',
    `${dir}/out`,
    '--import',
  )
  t.equal(code, 0, stderr)
  t.notMatch(stderr, /No report/)
  t.match(stdout, `Report: ${dir}/out.html`)
  const html = await readFile(`${dir}/out.html`, 'utf8')
  t.match(html, /Data end on 2023-03-\d\d/)
  t.match(html, /ROAS/)
})

t.test('forecast backtest only measures', async t => {
  const dir = t.testdir()
  const config = await studio(dir)
  const { code, stdout, stderr } = await admin(dir, 'forecast', 'backtest', config)
  t.equal(code, 0, stderr)
  t.match(stdout, /Backtest on \d+ Sundays/)

  // The config asks of D30 to be held to a target; beyond its last age an export cannot be tested.
  await writeFile(
    config,
    (await readFile(config, 'utf8')).replace(/^( {2}dsi: )\[.*$/m, '$1[0, 1, 3, 7, 30, 90, 180]'),
  )
  const options = ['--strict', '--json', '--as-of', '2026-03-01']
  const strict = await admin(dir, 'forecast', config, '--out', `${dir}/out`, ...options)
  const { backtest } = JSON.parse(strict.stdout) as {
    backtest: { gates: { dsi: number; verdict: string }[] }
  }
  t.equal(
    strict.code,
    backtest.gates.some(({ verdict }) => verdict === 'failed') ? 3 : 0,
    strict.stderr,
  )
  t.match(
    backtest.gates.find(({ dsi }) => dsi === 180),
    { verdict: 'beyond' },
    'what cannot be tested has not failed',
  )
})

t.test('invalid arguments exit with 2, an invalid config or inputs with 1', async t => {
  const dir = t.testdir({ 'bad.yaml': 'company: { id: one }\ncolor: red\n' })
  for (const args of [
    [],
    [`${dir}/bad.yaml`],
    [`${dir}/bad.yaml`, '--out', dir, '--as-of', 'soon'],
    ['check'],
    ['init'],
    ['check', 'x', '--color'],
  ]) {
    const { code, stdout, stderr } = await admin(dir, 'forecast', ...args)
    t.match([code, stdout], [2, ''], args.join(' '))
    t.not(stderr, '')
  }
  const bad = await admin(dir, 'forecast', 'check', `${dir}/bad.yaml`)
  t.equal(bad.code, 1)
  t.match(bad.stderr, /bad\.yaml, line 1.*company\.id/)
  t.match(bad.stderr, /color/)
  const json = await admin(dir, 'forecast', 'check', `${dir}/bad.yaml`, '--json')
  t.match(
    [json.code, (JSON.parse(json.stdout) as { faults: object[] }).faults.length > 1],
    [1, true],
  )
  t.match(await admin(dir, 'forecast', 'check', `${dir}/none.yaml`), {
    code: 1,
    stderr: /none\.yaml: must be a file: there is none at \//,
  })
})

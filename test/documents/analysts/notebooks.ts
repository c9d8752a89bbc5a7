import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { requireOrSkip } from '../../support/require-or-skip.ts'
import { authorization, json, text } from './ask.ts'
import { HAS_R, PYTHON, run, runProgram } from './programs.ts'
import { recipes } from './recipes.ts'
import type { Rows, Served } from './served.ts'
import { same } from './the-question.ts'

export async function testPandas(
  t: Test,
  { env }: Served,
  answer: Rows,
  folder: string,
): Promise<void> {
  if (!requireOrSkip(t, PYTHON !== undefined, 'a python3 with pandas')) return
  const [read, ask, lists] = recipes('pandas', 'python') as [string, string, string]
  const tell = `\nprint(roas.to_json(orient="records", double_precision=15))\n`
  const python = (name: string, text: string): Promise<Rows> =>
    runProgram(PYTHON!, name, text, folder, env)
  same(t, await python('recipe.py', read + ask + tell), answer)
  // What the page shows is of the demo, whose largest countries are these as well.
  const printed = recipes('pandas', 'text')[0]
  t.equal((await run(PYTHON!, ['recipe.py'], folder, env)).slice(0, printed.length), printed)

  // How texts are kept is pandas' own affair: as objects before version 3, as `str` from then on.
  const types = `
import json
texts = bool(weeks["country"].map(lambda value: isinstance(value, str)).all())
print(json.dumps([{**{name: str(dtype) for name, dtype in weeks.dtypes.items()}, "country": texts}]))
`
  t.match(await python('columns.py', read + ask + types), [
    { install_cohort: /^datetime64/, country: true, spend: 'float64', period_days: 'int64' },
  ])

  const rows = await python(
    'lists.py',
    `${read}${lists}\nprint(recommendations[["id", "campaign", "action"]].to_json(orient="records"))\n`,
  )
  const all = await json(env, 'recommendations?appId=101')
  t.strictSame(
    rows,
    all.map(({ id, campaign, action }) => ({ id, campaign, action })),
  )

  const naive = read.replace(/^ +keep_default_na.*\n/m, '')
  t.not(naive, read)
  const lost = await python('naive.py', naive + ask + tell)
  t.equal(lost.length, answer.length - 1, 'without it Namibia is lost')
}

/** Is whatever is asked of it, but keeps the file that it is given. */
const STAND_IN_FOR_POLARS = `
class Any:
    def __getattr__(self, name): return self
    def __call__(self, *given, **named): return self
    def __eq__(self, other): return self
    def __gt__(self, other): return self
    def __truediv__(self, other): return self

def read_parquet(source):
    with open("fetched.parquet", "wb") as file:
        file.write(source.read())
    return Any()

def __getattr__(name): return Any()
`

export async function testPolars(
  t: Test,
  { env, query }: Served,
  answer: Rows,
  folder: string,
): Promise<void> {
  if (!requireOrSkip(t, PYTHON !== undefined, 'a python3 with pandas')) return
  await writeFile(join(folder, 'polars.py'), STAND_IN_FOR_POLARS)
  await writeFile(join(folder, 'recipe.py'), recipes('polars', 'python')[0])
  await run(PYTHON!, ['recipe.py'], folder, env)
  const [ask] = recipes('DuckDB', 'sql')
  same(t, await query(ask.replace('weeks', 'fetched').replace(' LIMIT 4', ''), folder), answer)
}

export async function testDuckDb(
  t: Test,
  { env, query }: Served,
  answer: Rows,
  folder: string,
): Promise<void> {
  const [download] = recipes('DuckDB', 'sh')
  const [ask, metadata, remote] = recipes('DuckDB', 'sql') as [string, string, string]
  await run('bash', ['-ec', download], folder, env)
  same(t, await query(ask, folder), answer.slice(0, 4))
  const entries = await query(metadata, folder)
  const said = Object.fromEntries(entries.map(({ name, value }) => [name, value]))
  t.match(said, { Currency: 'USD', 'Run-Id': Number, Parameters: /"maturity":true/ })

  const [secret, select] = remote.split(/(?<=;)\n/) as [string, string]
  await query(secret)
  t.strictSame(
    await query(`SELECT name FROM which_secret('https://uascope.example.com/v1/report', 'http')`),
    [{ name: 'uascope' }],
  )
  const [, path] = /'https:\/\/uascope\.example\.com(\S+)'/.exec(select)!
  const head = await fetch(env['UASCOPE_BASE_URL']! + path!, {
    method: 'HEAD',
    headers: authorization(env),
  })
  t.equal(head.status, 200)
  t.equal(head.headers.get('accept-ranges'), 'bytes')
}

export async function testR(t: Test, { env }: Served, answer: Rows, folder: string): Promise<void> {
  if (!requireOrSkip(t, HAS_R, 'R with jsonlite')) return
  const [ask, lists] = recipes('R', 'r') as [string, string]
  const tell = (of: string): string =>
    `\ncat(jsonlite::toJSON(${of}, digits = NA), "\\n", sep = "")\n`
  same(t, await runProgram('Rscript', 'recipe.R', ask + tell('roas'), folder, env), answer)
  // Rows come whole in a locale that lacks their letters, too.
  const all = `${ask}\nall <- read("report?appId=101&granularity=campaign&metrics=spend")${tell('data.frame(rows = nrow(all))')}`
  const { length } = (
    await text(env, 'report?appId=101&granularity=campaign&metrics=spend&format=csv')
  )
    .trimEnd()
    .split('\n')
  t.strictSame(await runProgram('Rscript', 'rows.R', all, folder, { ...env, LC_ALL: 'C' }), [
    { rows: length - 1 },
  ])
  t.match(await runProgram('Rscript', 'lists.R', lists + tell('apps'), folder, env), [{ id: 101 }])

  const naive = ask.replace(/^ +na\.strings.*\n/m, '')
  t.not(naive, ask)
  const lost = await runProgram('Rscript', 'naive.R', naive + tell('roas'), folder, env)
  t.equal(lost.length, answer.length - 1, 'without it Namibia is lost')
}

/** Runs the recipes of `server/http/ANALYSTS.md` against a service, and compares what they say with what was delivered to it. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { testCurl, testSync } from './analysts/copy.ts'
import { testDatabase } from './analysts/test-database.ts'
import { testDuckDb, testPandas, testPolars, testR } from './analysts/notebooks.ts'
import { allRecipes, PAGE } from './analysts/recipes.ts'
import { serve } from './analysts/served.ts'
import { testExcel, testSheets } from './analysts/spreadsheets.ts'
import { answerOf } from './analysts/the-question.ts'
import { testTraps } from './analysts/traps.ts'

/** What is not run as a reader would run it, why, and what is done instead. */
const NOT_RUN = {
  polars:
    'no package of Debian: the recipe runs with a stand-in that keeps the file, which DuckDB reads',
  'pandas from Parquet': 'Debian has no package of pyarrow',
  'DuckDB over HTTP':
    'httpfs comes from a server of its own: its secret is made, and the head that it would ask for is asked',
  'Power Query':
    'it runs in Excel and Power BI: what it asks is asked, and the columns compared with those that it types',
  'Google Sheets': "it runs at Google: the script runs with stand-ins for Google's services",
  Airflow: 'no package of Debian: the DAG runs with stand-ins for its decorators',
}

t.test('the recipes run', { timeout: 1_800_000 }, async t => {
  for (const [what, why] of Object.entries(NOT_RUN)) t.comment(`NOT RUN AS IT IS: ${what}: ${why}`)
  const folder = t.testdir()
  const served = await serve(t, folder)
  const answer = await answerOf(served)
  t.ok(answer.length > 10 && answer.some(({ country }) => country === 'NA'))
  const place = async (name: string): Promise<string> => {
    const path = join(folder, `of-${name}`)
    await mkdir(path)
    return path
  }
  await t.test('the pandas recipe runs', async t =>
    testPandas(t, served, answer, await place('pandas')),
  )
  await t.test('the polars recipe runs', async t =>
    testPolars(t, served, answer, await place('polars')),
  )
  await t.test('the DuckDB recipe runs', async t =>
    testDuckDb(t, served, answer, await place('duckdb')),
  )
  await t.test('the R recipe runs', async t => testR(t, served, answer, await place('r')))
  await t.test('the Excel recipe runs', t => testExcel(t, served))
  await t.test('the Google Sheets recipe runs', t => testSheets(t, served, answer))
  await t.test('the recipe for BI databases runs', async t =>
    testDatabase(t, served, answer, await place('database')),
  )
  await t.test('the documented traps behave as described', t => testTraps(t, served))
  // The last ones: they bring newer runs.
  await t.test('the Python and Airflow recipes keep a copy', async t =>
    testSync(t, served, await place('sync')),
  )
  await t.test('the curl recipe keeps a copy', async t => testCurl(t, served, await place('curl')))
})

t.test('every block of the page is run', async t => {
  const known: Record<string, string[]> = {
    'From a notebook, a spreadsheet or a BI tool': ['sh'],
    pandas: ['python', 'python', 'text', 'python'],
    polars: ['python'],
    DuckDB: ['sh', 'sql', 'sql', 'sql'],
    R: ['r', 'r'],
    Excel: ['powerquery'],
    'Google Sheets': ['js'],
    'Metabase and Superset': ['sql', 'sh'],
    'One file, with curl': ['sh'],
    'Everything, with Python': ['python'],
    'From Airflow': ['python'],
  }
  const languages: Record<string, string[]> = {}
  for (const { heading, language } of allRecipes()) (languages[heading] ??= []).push(language)
  t.strictSame(languages, known, PAGE)
})

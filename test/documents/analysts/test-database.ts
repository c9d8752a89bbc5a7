import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Test } from 'tap'
import { administer, startMariaDb } from '../../support/mariadb.ts'
import { run } from './programs.ts'
import { recipes } from './recipes.ts'
import type { Rows, Served } from './served.ts'
import { same } from './the-question.ts'

const HEADING = 'Metabase and Superset'

export async function testDatabase(
  t: Test,
  { env }: Served,
  answer: Rows,
  folder: string,
): Promise<void> {
  const database = await startMariaDb(t)
  if (database === undefined) return
  await writeFile(
    join(folder, '.my.cnf'),
    `[client]\nhost=127.0.0.1\nprotocol=tcp\nport=${database.port}\nuser=root\n`,
  )
  await run('bash', ['-ec', `mariadb <<'END'\n${recipes(HEADING, 'sql')[0]}END`], folder, env)
  const metabase = database.url('bi', { user: 'metabase', password: 'PASSWORD' })
  // The second time, rows are replaced.
  for (let time = 0; time < 2; time++) {
    await run('bash', ['-ec', recipes(HEADING, 'sh')[0]], folder, env)
    const rows = await administer(
      metabase,
      'SELECT country, spend + 0E0 AS spend, roas_d7 + 0E0 AS roas_d7 FROM roas_d7_by_country',
    )
    same(t, rows, answer, 6)
  }
  const lines: string[][] = parse(await readFile(join(folder, 'report.csv')))
  const [counted] = await administer(
    metabase,
    `SELECT COUNT(*) AS held, SUM(campaign LIKE '%"%') AS quoted FROM report`,
  )
  t.equal(Number(counted!['held']), lines.length - 1)
  t.equal(
    Number(counted!['quoted']),
    lines.filter(([, , , campaign]) => campaign!.includes('"')).length,
  )
  await t.rejects(administer(metabase, 'DELETE FROM report'), /denied/)
}

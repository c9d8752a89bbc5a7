import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Workspace as ImportEngine } from '../../../../server/imports/workspace.ts'
import { literal, plain, sql, type Sql } from '../../../../server/core/model/sql.ts'
import { Encoder } from '../../../../server/store/files/encoder.ts'
import { work } from '../../../support/work.ts'

async function scene(t: Test) {
  const dir = t.testdir({
    keys: {},
    'export-secret': 'a secret',
    within: { 'a.csv': 'n\n1\n' },
    spill: {},
  })
  await symlink(join(dir, 'export-secret'), join(dir, 'within', 'link.csv'))
  return dir
}

async function refused(t: Test, dir: string, run: (statement: Sql) => Promise<unknown>) {
  t.strictSame(
    await run(sql`SELECT n FROM read_csv(${literal(`${dir}/within/a.csv`)})`),
    [{ n: 1 }],
    'what is within reach is read',
  )
  const outside = (name: string) => literal(join(dir, name))
  for (const statement of [
    sql`COPY (SELECT 1) TO ${outside('keys/key.json')} (FORMAT json)`,
    sql`COPY (SELECT 1) TO ${literal(`${dir}/within/../keys/key.json`)} (FORMAT csv)`,
    sql`SELECT content FROM read_text(${outside('export-secret')})`,
    sql`SELECT content FROM read_text(${literal(`${dir}/within/../export-secret`)})`,
    sql`SELECT content FROM read_text(${outside('within/link.csv')})`,
    sql`SELECT * FROM glob(${outside('*')})`,
    sql`ATTACH ${outside('keys/new.duckdb')}`,
    sql`INSTALL httpfs`,
    sql`LOAD httpfs`,
    sql`SET enable_external_access = true`,
    sql`SET allowed_directories = ['/']`,
    sql`SET lock_configuration = false`,
    sql`RESET lock_configuration`,
    sql`SET temp_directory = ${outside('keys')}`,
    sql`SET memory_limit = '100GB'`,
    sql`SET threads = 64`,
    sql`SET max_temp_directory_size = '1TB'`,
    sql`SELECT * FROM read_csv('/etc/passwd')`,
    sql`CREATE PERSISTENT SECRET s (TYPE http)`,
  ])
    await t.rejects(run(statement), statement)
  t.strictSame(await readdir(join(dir, 'keys')), [])
}

t.test('the serving engine opens nothing outside its folders and changes no setting', async t => {
  const dir = await scene(t)
  const engine = await Encoder.start({ dataDir: dir, directories: [join(dir, 'within')] })
  t.teardown(() => engine.close())
  await refused(t, dir, statement => engine.session(work, 0, session => session.rows(statement)))
})

t.test("an import's engine opens only its files and folders", async t => {
  const dir = await scene(t)
  await writeFile(join(dir, 'within', 'b.csv'), 'n\n2\n')
  await mkdir(join(dir, 'out'))
  const engine = await ImportEngine.open(join(dir, 'spill'))
  t.teardown(() => engine.close())
  await engine.lockIn({ files: [join(dir, 'within', 'a.csv')], directories: [join(dir, 'out')] }, 0)
  await refused(t, dir, async statement =>
    (await engine.rows(statement)).map(row => ({ n: Number(row[plain('n')]) })),
  )
  await t.rejects(engine.rows(sql`FROM read_csv(${literal(join(dir, 'within', 'b.csv'))})`))
  await engine.run(
    sql`COPY (SELECT 1 AS n) TO ${literal(join(dir, 'out', 'n.parquet'))} (FORMAT parquet)`,
  )
})

t.test('names with glob characters are opened literally', async t => {
  const dir = t.testdir({ 'a [b]*?': { 'c[1].csv': 'n\n1\n' }, 'a bxx': { 'c1.csv': 'n\n2\n' } })
  const path = join(dir, 'a [b]*?', 'c[1].csv')
  const engine = await ImportEngine.open(join(dir, 'spill'))
  t.teardown(() => engine.close())
  await engine.lockIn({ files: [path] }, 0)
  const { readPath } = await import('../../../../server/core/model/sql.ts')
  t.match(await engine.rows(sql`FROM read_csv(${readPath(path)})`), [{ n: '1' }])
})

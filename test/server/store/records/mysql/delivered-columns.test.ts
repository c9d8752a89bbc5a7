import t from 'tap'
import { type Held, MYSQL } from '../../../../../server/store/records/records.ts'
import { deliveredColumns } from '../../../../../server/store/records/mysql/facts-schema.ts'
import { MIGRATIONS, upgrade } from '../../../../../server/store/records/schema.ts'

t.test('migrations make every delivered column that a database keeps', async t => {
  const statements: string[] = []
  const note = async (statement: string) => {
    statements.push(statement)
    return { rows: 0, id: 0, warnings: 0 }
  }
  const held: Held = {
    dialect: MYSQL,
    run: note,
    write: note,
    read: async () => [],
    readExact: async () => [],
  }
  for (const migration of MIGRATIONS) await upgrade(held, migration)
  for (const table of ['recommendations', 'alerts'] as const) {
    const about = statements
      .filter(statement => RegExp(`^(CREATE|ALTER) TABLE .*\\b${table}\\b`).test(statement))
      .join('\n')
    for (const { name } of deliveredColumns(table))
      t.match(about, RegExp(`\\b${name}\\b`), `${table}.${name}`)
  }
})

// What tests kill and stop: it starts in a third of the time of the CLI, and runs the same code below it.
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { sql } from '../../server/core/model/sql.ts'
import { RECORDS_FILE } from '../../server/store/records/records.ts'
import { connect } from '../../server/store/records/sqlite/driver.ts'

export type RecordsAction = 'read' | 'write' | 'create' | 'revoke'

const [action, dataDir, id = ''] = process.argv.slice(2) as [RecordsAction, string, string?]

if (action === 'read' || action === 'write') {
  const connection = connect(`${dataDir}/${RECORDS_FILE}`)
  connection.run(action === 'read' ? sql`BEGIN` : sql`BEGIN IMMEDIATE`)
  connection.all(sql`SELECT count(*) FROM api_keys`)
  console.log('held')
  setInterval(() => undefined, 1000)
} else {
  await withStorage({ dataDir, databaseUrl: null }, async ({ keys }) => {
    console.log(
      JSON.stringify(
        action === 'create' ? await keys.create({ companyId: 1 }) : await keys.revoke(id),
      ),
    )
  })
}

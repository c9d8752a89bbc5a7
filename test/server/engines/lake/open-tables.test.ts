import t from 'tap'
import { seed } from '../../../support/agreement.ts'
import { draws } from '../../../support/draws.ts'
import { lakeOf } from '../../../support/lake.ts'
import { openTablesAgree } from '../../../support/open-tables.ts'

t.test(`an independent Delta reader finds the rows of reports, through imports, withdrawals and prunes (UASCOPE_SEED=${seed})`, async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const { differences, reports, rows } = await openTablesAgree(t, lake, { steps: 12, reportsEach: draws(3), seed })
  t.strictSame(differences, [])
  t.ok(reports >= 30 && rows > 100, `${reports} reports over ${rows} rows`)
})

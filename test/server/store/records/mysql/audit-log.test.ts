import t from 'tap'
import type { AuditLog } from '../../../../../server/core/access/audit.ts'
import { auditLog } from '../../../../../server/store/records/audit-log.ts'
import { migratedNodes } from '../../../../support/mariadb.ts'
import { holdsForEveryLog } from '../suites/audit-log.ts'

t.test('the database audit log passes its suite', async t => {
  const database = await migratedNodes(t, 2)
  if (database === undefined) return
  const now = { at: '' }
  const logs = database.nodes.map(node => auditLog(node, () => Date.parse(now.at))) as [
    AuditLog,
    AuditLog,
  ]
  await holdsForEveryLog(t, logs, now)
})

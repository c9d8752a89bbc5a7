import type { Test } from 'tap'
import { auditLog } from '../../server/store/records/audit-log.ts'
import { keyStore } from '../../server/store/records/key-store.ts'
import type { Records } from '../../server/store/records/records.ts'
import { openRecords } from '../../server/store/records/sqlite/open.ts'
import { userStore } from '../../server/store/records/user-store.ts'
import { steadyClock, type SteadyClock } from '../../server/core/runtime/shared-work.ts'

/** Records in a folder, which a new one gets, as one more process has them; closed after the test. */
export async function recordsIn(dir: string, t?: Test): Promise<Records> {
  const { records } = await openRecords(dir, { tell: () => undefined, signs: async () => [] })
  t?.teardown(() => records.close())
  return records
}

/** Keys, users and the audit log in a folder, as one more process has them. */
export async function storesIn(dir: string, t?: Test, steady: SteadyClock = steadyClock) {
  const records = await recordsIn(dir, t)
  return {
    keys: keyStore(records, Date.now, steady),
    users: userStore(records, Date.now, steady),
    audit: auditLog(records),
  }
}

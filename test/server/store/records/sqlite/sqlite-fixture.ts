import type { Test } from 'tap'
import type { Records } from '../../../../../server/store/records/records.ts'
import { openRecords } from '../../../../../server/store/records/sqlite/open.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

export const QUIET = { tell: () => undefined, signs: async () => [] }

/** New records, opened so many times, as processes do. */
export async function openedRecords(
  t: Test,
  times: number,
): Promise<{ dataDir: string; nodes: Records[] }> {
  const dataDir = temporaryFolder(t, 'records')
  const nodes: Records[] = []
  for (let count = 0; count < times; count++) {
    const { records } = await openRecords(dataDir, QUIET)
    t.teardown(() => records.close())
    nodes.push(records)
  }
  return { dataDir, nodes }
}

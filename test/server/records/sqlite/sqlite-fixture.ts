import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Records } from '../../../../server/records/records.ts'
import { openRecords } from '../../../../server/records/sqlite/open.ts'

export const QUIET = { tell: () => undefined, signs: async () => [] }

/** A data directory, removed after the test. */
export async function dataDirOf(t: Test): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'uascope-records-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** New records, opened so many times, as processes do. */
export async function openedRecords(t: Test, times: number): Promise<{ dataDir: string; nodes: Records[] }> {
  const dataDir = await dataDirOf(t)
  const nodes: Records[] = []
  for (let count = 0; count < times; count++) {
    const { records } = await openRecords(dataDir, QUIET)
    t.teardown(() => records.close())
    nodes.push(records)
  }
  return { dataDir, nodes }
}

import { DuckDBInstance } from '@duckdb/node-api'
import { join } from 'node:path'
import { stagingIn, unwritable } from '../common/staging.ts'
import { LOCK_FILE_OPTIONS } from './lock.ts'

/**
 * Claims a data directory for one service. The operating system takes the claim back however the process ends.
 * @throws an Error for the operator where another service has it, or it cannot be written
 */
export async function claimFolder(dataDir: string): Promise<{ release: () => void }> {
  const file = join(await stagingIn(dataDir), 'service.duckdb')
  try {
    const claim = await DuckDBInstance.create(file, LOCK_FILE_OPTIONS)
    return { release: () => claim.closeSync() }
  } catch (error) {
    const [, holder] = /could not set lock.*?(?:\(PID (\d+)\)|$)/is.exec(String(error)) ?? [undefined, null]
    if (holder === null) throw unwritable(error)
    const process = holder === undefined ? '' : ` (process ${holder})`
    throw new Error(`DATA_DIR ${dataDir} is in use by another service${process}. Stop that one, or set DATA_DIR to another folder`, {
      cause: error,
    })
  }
}

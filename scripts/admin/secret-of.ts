import type { Config } from '../../server/core/runtime/config.ts'
import { openExportSecret } from '../../server/store/facts/embedded/export-secret.ts'

/** EXPORT_SECRET, or that of the data directory, which is made on first use. */
export async function secretOf({ exportSecret, dataDir }: Config): Promise<string> {
  return exportSecret ?? (await openExportSecret(dataDir))
}

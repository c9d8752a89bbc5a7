import { importInto, type ImportOptions, type ImportSummary } from '../../delivery/load/import.ts'
import { folderPlace } from './folder-place.ts'

/** Loads a delivery into the embedded store of a data directory, see `importInto`. */
export async function importDelivery({ dataDir, ...options }: ImportOptions & { dataDir: string }): Promise<ImportSummary> {
  return await importInto(folderPlace(dataDir), options)
}

import type { DownloadedFile } from '../downloaded-file.ts'
import { csvRows } from './csv-rows.ts'
import { parquetRows } from './parquet-rows.ts'

/**
 * The file's rows as plain objects: dates as `YYYY-MM-DD`, timestamps in ISO 8601 with milliseconds, as in the service's JSON. Parquet is read in plain
 * JavaScript by `hyparquet`, CSV by nothing else: files of many thousand rows are read sooner by the one of `@uascope/client/table`.
 */
export async function toRows<Row>(file: DownloadedFile<Row>): Promise<Row[]> {
  return (file.format === 'csv' ? csvRows(await file.text()) : await parquetRows(await file.bytes())) as Row[]
}

import type { paths } from '../../generated/types.ts'
import { callOf, type Call } from './call.ts'
import type { Connection } from './connection.ts'
import { DownloadedFile, type FileFormat } from './downloaded-file.ts'
import { FileBody } from './file-body.ts'
import type { FileRequestOptions } from './options.ts'

/** Asks for what is answered with a file. */
export function requestFile<Row, Format extends FileFormat>(
  connection: Connection, path: keyof paths, query: string, options: FileRequestOptions = {}
): Call<DownloadedFile<Row, Format>> {
  return callOf(connection.request(path, query, options, 'stream', answer => {
    const body = new FileBody(answer, options.maxRetries ?? connection.maxRetries, options.onProgress, headers =>
      connection.request(path, query, { ...options, headers: { ...options.headers, ...headers } }, 'stream', rest => rest))
    return { data: new DownloadedFile<Row, Format>(answer.response.headers, body), response: answer.response }
  }))
}

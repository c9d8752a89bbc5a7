import type { paths } from '../../generated/types.ts'
import { callOf, type Call } from './call.ts'
import type { Answer, Connection } from './connection.ts'
import { DownloadedFile, type FileFormat } from './downloaded-file.ts'
import { ConnectionError } from './errors.ts'
import { FileBody } from './file-body.ts'
import type { FileRequestOptions } from './options.ts'

/** Asks for what is answered with a file. Where `query` throws, the call fails. */
export function requestFile<Row, Format extends FileFormat>(
  connection: Connection,
  path: keyof paths,
  query: () => string,
  options: FileRequestOptions = {},
): Call<DownloadedFile<Row, Format>> {
  const download = async () => {
    // Once: the rest of a file is asked for as its beginning was.
    const asked = query()
    const request = <T>(options: FileRequestOptions, read: (answer: FileAnswer) => T) =>
      connection.request(path, asked, options, 'stream', answer => read(checkedFile(answer, options.headOnly)))
    return await request(options, answer => {
      const body = new FileBody(answer, options.maxRetries ?? connection.maxRetries, options.onProgress, headers =>
        request({ ...options, headers: { ...options.headers, ...headers } }, rest => rest),
      )
      if (options.headOnly) body.cancel()
      return { data: new DownloadedFile<Row, Format>(answer.response.headers, body), response: body.responseOf(answer.response) }
    })
  }
  return callOf(download())
}

type FileAnswer = Answer<ReadableStream<Uint8Array>>

/** @throws ConnectionError when the answer is something else, such as a proxy's page to log in */
function checkedFile({ body, response, watchdog }: Answer<ReadableStream<Uint8Array> | null>, headOnly = false): FileAnswer {
  const type = response.headers.get('content-type')
  if (headOnly) body = new Response('').body
  if (body !== null && /^(text\/csv|application\/octet-stream)\s*(;|$)/i.test(type ?? '')) return { body, response, watchdog }
  body?.cancel().catch(() => {})
  throw new ConnectionError(`The answer, ${type ?? 'without a media type'}, is not the file that it should be`)
}

import type { paths } from '../../generated/types.ts'
import { type Answer, type Call, callOf, type Connection, type WithResponse } from './connection.ts'
import { DownloadedFile, FileBody, type FileFormat } from './downloaded-file.ts'
import { ConnectionError, UascopeError } from './errors.ts'
import type { FileRequestOptions, RequestOptions } from './options.ts'

export function requestJson<T>(
  connection: Connection,
  path: keyof paths,
  query: () => string,
  options: RequestOptions = {},
): Call<T> {
  const read = (answer: Answer<string>) => readJson<T>(answer, connection.parseJson)
  const request = async () => connection.request(path, query(), options, 'text', read)
  return callOf(request())
}

async function readJson<T>(
  { body, response, watchdog }: Answer<string>,
  parse: (text: string) => unknown,
): Promise<WithResponse<T>> {
  const { status, statusText, headers } = response
  try {
    return {
      data: (await parse(body)) as T,
      response: new Response(body, { status, statusText, headers }),
    }
  } catch (cause) {
    throw new ConnectionError(`Expected JSON; ${describe(response, watchdog.request)}`, { cause })
  }
}

export function requestFile<Row, Format extends FileFormat>(
  connection: Connection,
  path: keyof paths,
  query: () => string,
  options: FileRequestOptions = {},
): Call<DownloadedFile<Row, Format>> {
  const download = async () => {
    // Once, since the rest of a file is requested with the same parameters.
    const parameters = query()
    const request = <T>(options: FileRequestOptions, read: (answer: FileAnswer) => T) =>
      connection.request(path, parameters, options, 'stream', answer =>
        read(checkedFile(answer, options.headOnly)),
      )
    return await request(options, answer => {
      const body = new FileBody(
        answer,
        options.maxRetries ?? connection.maxRetries,
        options.onProgress,
        headers =>
          request(
            { ...options, headers: { ...options.headers, ...headers } },
            response => response,
          ),
      )
      if (options.headOnly) body.cancel()
      return {
        data: new DownloadedFile<Row, Format>(answer.response.headers, body),
        response: body.responseOf(answer.response),
      }
    })
  }
  return callOf(download())
}

type FileAnswer = Answer<ReadableStream<Uint8Array>>

/** @throws ConnectionError if the response is not a file, such as a proxy's login page */
function checkedFile(
  { body, response, watchdog }: Answer<ReadableStream<Uint8Array> | null>,
  headOnly = false,
): FileAnswer {
  const type = response.headers.get('content-type')
  if (headOnly) body = new Response('').body
  const isFile = /^(text\/csv|application\/octet-stream)\s*(;|$)/i.test(type ?? '')
  if (isFile && body !== null) return { body, response, watchdog }
  if (isFile)
    throw new UascopeError(
      'Downloads need streams, which this `fetch` lacks: set the option `fetch`, or call from a server',
    )
  body?.cancel().catch(() => {})
  throw new ConnectionError(`Expected a file; ${describe(response, watchdog.request)}`)
}

/** Describes an unexpected response, such as a proxy's page. */
function describe({ status, headers }: Response, request: string): string {
  return `${request} returned ${status} with ${headers.get('content-type') ?? 'no content type'}`
}

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

/**
 * The query string of the given parameters. Lists drop duplicates and quote a value (RFC 4180) that contains a comma, is empty or starts with a
 * double quote. An empty list is sent, so that the service refuses it: omitted, it would match everything.
 * @param parameters plain JavaScript may leave them out: the service then names the required ones
 * @param words parameters whose values are the contract's words, which may be written in any case
 * @throws UascopeError for text that is not valid Unicode, which a URL cannot contain
 */
export function queryString(parameters: unknown, words: readonly string[]): string {
  return Object.entries((parameters ?? {}) as Record<string, QueryValue>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encoded(name, textOf(value, words.includes(name)))}`)
    .join('&')
}

function textOf(value: QueryValue, isWord: boolean): string {
  const written = (item: unknown) => (isWord ? String(item).toLowerCase() : String(item))
  return Array.isArray(value)
    ? [...new Set(value.map(written))].map(quoted).join(',')
    : written(value ?? '')
}

function encoded(name: string, text: string): string {
  try {
    return encodeURIComponent(text)
  } catch (cause) {
    throw new UascopeError(`${name} is not valid Unicode text: it holds half of a surrogate pair`, {
      cause,
    })
  }
}

function quoted(text: string): string {
  return /^$|^"|,/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

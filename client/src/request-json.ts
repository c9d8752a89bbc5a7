import type { paths } from '../../generated/types.ts'
import { callOf, type Call, type WithResponse } from './call.ts'
import type { Answer, Connection } from './connection.ts'
import { ConnectionError } from './errors.ts'
import type { RequestOptions } from './options.ts'

/** Asks for what is answered in JSON. Where `query` throws, the call fails. */
export function requestJson<T>(connection: Connection, path: keyof paths, query: () => string, options: RequestOptions = {}): Call<T> {
  const read = (answer: Answer<string>) => readJson<T>(answer, connection.parseJson)
  const request = async () => connection.request(path, query(), options, 'text', read)
  return callOf(request())
}

async function readJson<T>({ body, response }: Answer<string>, parse: (text: string) => unknown): Promise<WithResponse<T>> {
  const { status, statusText, headers } = response
  try {
    return { data: (await parse(body)) as T, response: new Response(body, { status, statusText, headers }) }
  } catch (cause) {
    throw new ConnectionError('The answer is not the JSON that it should be', { cause })
  }
}

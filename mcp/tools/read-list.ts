import type { Call } from '../../client/src/index.ts'

/** A list of the service, and what its answer said of it. */
interface List<Item> {
  items: readonly Item[]
  headers: Headers
  unmatched: string | null
}

/** The answer to a call for a list. */
export async function readList<Item>(call: Call<Item[]>): Promise<List<Item>> {
  const {
    data,
    response: { headers },
  } = await call.withResponse()
  return { items: data, headers, unmatched: headers.get('unmatched-filters') }
}

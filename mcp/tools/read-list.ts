import type { Call, RequestOptions } from '../../client/src/index.ts'
import type { OperationId } from '../../generated/operations.ts'
import type { ToolContext } from './tool.ts'

/** A list of the service, and the headers it came with. */
export interface List<Item> {
  items: readonly Item[]
  headers: Headers
}

/** Asks an operation that answers with a list. */
export function readList<Item>(
  { answers, credentials }: ToolContext, operation: OperationId, parameters: object,
  ask: (options: RequestOptions) => Call<Item[]>
): Promise<List<Item>> {
  return answers.read(JSON.stringify([operation, credentials.companyId, parameters]), async headers => {
    const { data, response: { headers: said } } = await ask({ headers }).withResponse()
    return { answer: { items: data, headers: said }, etag: said.get('etag'), size: Number(said.get('content-length')) }
  })
}

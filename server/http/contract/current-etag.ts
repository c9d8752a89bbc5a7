import { operations, type OperationId } from '../../../generated/operations.ts'
import type { Answer, Call, Handlers } from './answers.ts'
import { strongEtag, weakEtag } from './etag.ts'
import { parseTarget } from './parse-target.ts'

const BY_PATH = new Map(operations.map(({ path, operationId }) => [path, operationId]))

/**
 * The entity tag of what a company would be answered to a GET of that target, asked of the operation's own handler; null where the
 * parameters are wrong, or no operation without parameters in its path is meant. Nothing is made for it. Rejects as the handler does.
 */
export async function currentEtag(handlers: Handlers, target: string, companyId: number): Promise<string | null> {
  const operationId = BY_PATH.get(target.split('?', 1)[0]!)
  const parsed = operationId === undefined ? null : parseTarget(operationId, target, {})
  if (parsed === null || 'faults' in parsed) return null
  const handler = handlers[operationId!] as (call: Call<OperationId>) => Promise<Pick<Answer<OperationId>, 'kind' | 'tag'>>
  const { kind, tag } = await handler({ ...parsed.value, companyId })
  return kind === 'file' ? strongEtag(tag) : weakEtag(tag)
}

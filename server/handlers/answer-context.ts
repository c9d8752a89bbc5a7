import { createHash } from 'node:crypto'
import type { AnswerHeaders } from '../http/contract/answers.ts'
import type { DateRange } from '../model/date-range.ts'
import type { App, Run } from '../model/catalog.ts'
import { stableJson } from '../analytics/canonical.ts'

/** Raised when the same data and parameters come to give other bytes, so that no copy made before is served. */
const FORMAT = 5

// The same request asked again brings the very same object, parsed and frozen before.
const hashes = new WeakMap<object, string>()

function hashOf(parameters: object): string {
  const known = hashes.get(parameters)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(stableJson(parameters)).digest('hex')
  if (Object.isFrozen(parameters)) hashes.set(parameters, hash)
  return hash
}

/**
 * A tag for an answer: the same parts, the same bytes.
 * @param content all that the answer and its headers read beside the parameters: what the catalog says, and names of what it does not
 *   hold itself, see `content-names.ts`
 */
export function contentTag(operation: string, content: readonly unknown[], parameters: object): string {
  return [FORMAT, operation, JSON.stringify(content), hashOf(parameters)].join('-')
}

/** Where an answer's data come from: headers of lists and files, and a Parquet file's metadata. */
export function contextHeaders(app: App, run: Run | undefined, range?: DateRange): AnswerHeaders {
  return {
    'Run-Id': run?.run_id,
    'Run-Created-At': run?.created_at,
    'Data-Through': run?.max_install_date ?? undefined,
    'Start-Date': range?.start,
    'End-Date': range?.end,
    Currency: app.currency,
  }
}

import { createHash } from 'node:crypto'
import type { AnswerHeaders } from '../http/contract/answers.ts'
import type { DateRange } from '../model/date-range.ts'
import type { App, Catalog, Run } from '../model/catalog.ts'
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

// By the catalog first: an old one must not stay for the sake of what was asked of it.
const answers = new WeakMap<Catalog, WeakMap<object, object>>()

/**
 * The answer that the same parameters had while the catalog was this one, made where they had none: it must follow from the two alone, and
 * may keep nothing of a request. Whether the caller may have it is to be known before.
 */
export function sameAnswer<Answer extends object>(catalog: Catalog, parameters: object, make: () => Answer): Answer {
  const known = answers.get(catalog)?.get(parameters) as Answer | undefined
  if (known !== undefined) return known
  const answer = make()
  if (Object.isFrozen(parameters)) {
    const ofCatalog = answers.get(catalog) ?? new WeakMap<object, object>()
    answers.set(catalog, ofCatalog.set(parameters, answer))
  }
  return answer
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

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Host } from '../../parts/host.ts'
import type { Answer, Problem } from '../../parts/read-result.ts'
import { type Question, ROOM } from './report-question.ts'
import { MAX_LIMIT } from '../../../../generated/vocabulary/vocabulary.ts'

type Report = Answer<'svc_get_report'>

/** Maximum requests that the view makes automatically, for rows that a result had no space for. */
const UNASKED = 2

/** Maximum requests of a button; a file export has the rest. */
const MOST = 10

export interface Whole {
  /** The result with all rows loaded so far. */
  answer: Report
  /** Number of requests for the missing rows; 0: none are missing. */
  missing: number
  isLoading: boolean
  problem: Problem | null
  /** Loads the missing rows; null if that is not possible. */
  load: (() => void) | null
}

/**
 * Completes a truncated result with the same question, page by page. Rows beyond the caller's own `limit` or page are loaded
 * only on demand.
 */
export function useWhole(answer: Report, question: Question, host: Host): Whole {
  const [state, setState] = useState<{
    of: Report
    allRows: Report
    isLoading: boolean
    problem: Problem | null
  }>()
  const current =
    state?.of === answer ? state : { of: answer, allRows: answer, isLoading: false, problem: null }
  const { allRows, isLoading, problem } = current
  const newest = useRef(answer)
  newest.current = answer
  const missing = requestsFor(allRows)
  const isOwnPage =
    answer.truncatedBy === 'limit' &&
    (question.limit !== undefined || question.offset !== undefined)
  const isUnasked = host.can.call && !isOwnPage && missing > 0 && requestsFor(answer) <= UNASKED

  async function load(): Promise<void> {
    let loaded = allRows
    const show = (part: { isLoading: boolean; problem: Problem | null }) =>
      setState(before =>
        before !== undefined && before.of !== answer
          ? before
          : { of: answer, allRows: loaded, ...part },
      )
    setState({ of: answer, allRows, isLoading: true, problem: null })
    while (loaded.truncated && loaded.nextOffset !== undefined && newest.current === answer) {
      const reply = await host.call('svc_get_report', {
        ...question,
        limit: MAX_LIMIT,
        offset: loaded.nextOffset,
      })
      if ('problem' in reply) return show({ isLoading: false, problem: reply.problem })
      const { rows, columns, totalRows, truncated, nextOffset } = reply.answer
      if (
        rows.length === 0 ||
        totalRows !== loaded.totalRows ||
        columns.join() !== loaded.columns.join()
      )
        return show({
          isLoading: false,
          problem: {
            kind: 'failed',
            message: 'The data changed while loading. Ask for the report again.',
          },
        })
      const { nextOffset: _before, ...rest } = loaded
      loaded = {
        ...rest,
        rows: [...loaded.rows, ...rows],
        truncated,
        ...(nextOffset === undefined ? {} : { nextOffset }),
      }
      show({ isLoading: truncated, problem: null })
    }
    show({ isLoading: false, problem: null })
  }
  useEffect(() => {
    if (isUnasked && !isLoading && problem === null) void load()
  }, [answer, isUnasked])
  const canLoad = host.can.call && missing > 0 && missing <= MOST && !isLoading
  return {
    answer: allRows,
    missing,
    isLoading: isLoading || (isUnasked && problem === null),
    problem,
    load: canLoad ? () => void load() : null,
  }
}

/** Number of requests for the missing rows, from the size of the received ones. */
function requestsFor({ rows, totalRows, truncated, nextOffset }: Report): number {
  if (!truncated || nextOffset === undefined || rows.length === 0) return 0
  const page = Math.min(
    MAX_LIMIT,
    Math.max(1, Math.floor((ROOM * rows.length) / JSON.stringify(rows).length)),
  )
  return Math.ceil((totalRows - nextOffset) / page)
}

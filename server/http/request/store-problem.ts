import { type Boom, isBoom } from '@hapi/boom'
import { withoutRoom } from '../../files/full-disk.ts'
import { isProblem, problem } from '../../checks/problem.ts'
import { StoreBusy, StoreDamaged, StoreTimeout, StoreUnavailable } from '../../model/store.ts'

/** Seconds after which a store that did not answer may be asked again, or one whose turns are all waited for. */
const RETRY_AFTER = 5
/** Seconds after which a repair, which takes a person, may be done. */
const RETRY_WHEN_DAMAGED = 60

/** The problem that an error is, or that it says of the store and its disk; undefined where it is a fault of the service. */
export function storeProblem(error: Error): Boom | undefined {
  return isBoom(error) && isProblem(error) ? error : (withoutStore(error) ?? withoutRoom(error))
}

/** The 503 for an error that says that the store did not answer. */
function withoutStore(cause: Error): Boom | undefined {
  if (cause instanceof StoreBusy) {
    const detail = "Too many of the company's requests wait for their turn. Try again when some of them are answered."
    return problem('busy', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
  }
  if (cause instanceof StoreDamaged) {
    const detail = 'Some of the stored data are damaged and are not served until the operator repairs them.'
    return problem('data_damaged', detail, { headers: { 'retry-after': RETRY_WHEN_DAMAGED }, cause })
  }
  const detail =
    cause instanceof StoreTimeout
      ? 'The store does not answer in time. Try again.'
      : cause instanceof StoreUnavailable
        ? 'The store cannot be reached at the moment. Try again.'
        : undefined
  return detail === undefined ? undefined : problem('unavailable', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
}

import { dayOf } from '../../../server/demo/days.ts'
import type { Day } from '../facts.ts'

export type RunKind = 'recommendation' | 'alert'

const firstDay = dayOf('2020-01-01')
const lastDay = firstDay + 49_999
/** Room for the number of a row within its run. */
const rowsOfRun = 100_000
export const greatestRevision = 9
/** Above it ids of rows would pass 2^53. */
export const greatestIdBase = 90_070

/**
 * The number of an app's run of a day: repeatable, and ascending with the day and the revision.
 * @throws RangeError where it would not be its own or not below 2^53
 */
export function runId(idBase: number, day: Day, revision: number, kind: RunKind): number {
  within('id_base (by default the id of the app)', idBase, 0, greatestIdBase)
  within('revision', revision, 0, greatestRevision)
  if (!(day >= firstDay && day <= lastDay)) throw new RangeError('as-of days are from 2020-01-01 to 2156-11-22: ids of others would repeat')
  return idBase * 1_000_000 + (day - firstDay) * 20 + revision * 2 + (kind === 'alert' ? 1 : 0)
}

/** The number of the nth recommendation or alert of a run, n from 1. */
export function rowId(run: number, n: number): number {
  within('a row of a run', n, 1, rowsOfRun - 1)
  return run * rowsOfRun + n
}

function within(name: string, value: number, least: number, greatest: number): void {
  if (Number.isInteger(value) && value >= least && value <= greatest) return
  throw new RangeError(`${name} must be a whole number from ${least} to ${greatest}, not ${value}`)
}

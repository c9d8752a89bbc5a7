import { logFacts } from '../../../test/support/forecast/cdnow.ts'
import type { LoadOptions } from '../load/options.ts'
import type { Measurement } from '../support/measurement.ts'
import { bandLines, statedCases } from './bands.ts'

const DSIS = [30, 90, 180]
/** Days before the first judged Sunday. */
const BEFORE = 20

/**
 * Forecasts on a real log of purchases: lines of customer, day (YYYYMMDD), number of items and amount, as in CDNOW's.
 * A customer's first purchase counts as the install.
 */
export async function log({ log: file }: Pick<LoadOptions, 'log'>): Promise<Measurement[]> {
  if (file === undefined) {
    process.stderr.write('log: skipped; name a log of purchases with --log FILE\n')
    return []
  }
  const facts = logFacts(file)
  const cases = statedCases(facts, DSIS, { from: facts.firstDay + BEFORE, to: facts.lastDay - DSIS[0]! })
  // The log lacks later outcomes.
  const known = cases.filter(({ testCase }) => testCase.knownOn <= facts.lastDay && testCase.level === 'app')
  return Promise.resolve(bandLines('log', known, DSIS))
}

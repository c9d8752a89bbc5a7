import { measurement, type Measurement } from '../support/measurement.ts'
import { withFolder } from '../support/bench-store.ts'
import { BEFORE, compareRuns } from '../../../test/support/forecast/compare-runs.ts'
import { STUDIO } from '../../../test/support/forecast/restated-exports.ts'

const DAYS = 30

export function restated(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const from = STUDIO.firstDay + BEFORE
    const days = Array.from({ length: DAYS }, (_, at) => from + at)
    const runs = await compareRuns(folder, days)
    const same = runs.filter(({ differ }) => differ.length === 0).length
    const suspicious = runs.filter(({ events }) => events > 0).length
    return [
      measurement('as-of runs whose bytes equal the run of that day / all', (100 * same) / DAYS, 100, '%', 'value 100'),
      measurement('of them with suspicious days / all', (100 * suspicious) / DAYS, 100, '%', '-'),
    ]
  })
}

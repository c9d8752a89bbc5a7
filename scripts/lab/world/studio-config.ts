import type { Config } from '../../../server/forecast/forecast.ts'

type Given = 'company' | 'app' | 'targets' | 'net' | 'snapshots'

/** A configuration without exports, events and organic networks. */
export function studioConfig(given: Pick<Config, Given> & Partial<Config>): Config {
  return {
    folder: '.',
    betLookback: [{ platform: null, start: 2, end: 8 }],
    organic: { networks: [], uplift: 0 },
    optimisationDsi: { default: 7, byNetwork: {} },
    networks: { traditional: [], alias: {} },
    inputs: [],
    lagDays: undefined,
    gaps: [],
    events: [],
    pacing: { step: 0.2, days: 3 },
    gates: new Map(),
    idBase: 101,
    ...given,
  }
}

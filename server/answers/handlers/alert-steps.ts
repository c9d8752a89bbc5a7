import type { App, Catalog, Run } from '../../core/model/catalog.ts'
import { UNKNOWN } from '../../core/model/catalog.ts'
import { CAMPAIGN_NAMES, type IdentityName, keyOf, namesOf } from '../../core/model/identities.ts'
import { servedRun } from '../../core/model/runs.ts'
import type { Store, StoredAlert } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { readSteps, type Stepped } from './steps.ts'

type Named = Readonly<Record<IdentityName, string>>

/** The steps of alerts of the latest alert run, by the names of their campaigns. */
export async function alertSteps(
  store: Store,
  work: Work,
  { catalog, app, latest }: { catalog: Catalog; app: App; latest: Run | undefined },
): Promise<(alert: StoredAlert) => Stepped | null> {
  const run = servedRun(catalog, app.app_id, 'recommendation')
  if (run === undefined || latest === undefined) return () => null
  const stepsOf = async (granularity: 'campaign' | 'campaign_geo') => {
    const steps = await readSteps(store, work, { catalog, app, run, granularity })
    return byNames(steps.values(), namesOf(granularity))
  }
  const [campaigns, countries] = await Promise.all([stepsOf('campaign'), stepsOf('campaign_geo')])
  return alert => {
    if (alert.run_id !== latest.run_id || CAMPAIGN_NAMES.some(name => alert[name] === UNKNOWN))
      return null
    const campaign = campaigns(alert)
    const isOfOneCountry = campaign?.row.country === 'GLOBAL' && alert.country !== 'GLOBAL'
    return (isOfOneCountry ? countries(alert) : campaign) ?? null
  }
}

function byNames(
  steps: Iterable<Stepped>,
  names: readonly IdentityName[],
): (row: Named) => Stepped | undefined {
  const byKey = new Map<string, Stepped>()
  for (const stepped of steps) byKey.set(keyOf(stepped.row, names), stepped)
  return row => byKey.get(keyOf(row, names))
}

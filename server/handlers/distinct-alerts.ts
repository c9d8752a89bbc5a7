import { earlier, later } from '../model/dates.ts'
import type { StoredAlert } from '../model/store.ts'
import { forEachInSlices } from '../sharing/slices.ts'

/** An alert that was raised once or more, as the latest of them says it. */
interface DistinctAlert {
  row: StoredAlert
  /** `created_at` of the first and the last of them. */
  firstSeen: string
  lastSeen: string
  timesSeen: number
  /** Whether the latest run raised it. */
  open: boolean
}

/** Of the alerts that are the same one the first row, in the order of `rows`; `latest` are those of the latest run. */
export async function distinctAlerts(rows: readonly StoredAlert[], latest: readonly StoredAlert[]): Promise<DistinctAlert[]> {
  const raised = new Set<string>()
  await forEachInSlices(latest, row => raised.add(keyOf(row)))
  const found = new Map<string, DistinctAlert>()
  await forEachInSlices(rows, row => {
    const key = keyOf(row)
    const known = found.get(key)
    if (!known) {
      found.set(key, { row, firstSeen: row.created_at, lastSeen: row.created_at, timesSeen: 1, open: raised.has(key) })
      return
    }
    known.firstSeen = earlier(known.firstSeen, row.created_at)
    known.lastSeen = later(known.lastSeen, row.created_at)
    known.timesSeen++
  })
  return [...found.values()]
}

function keyOf({ alert_group, title, platform, network, campaign, country }: StoredAlert): string {
  return JSON.stringify([alert_group, title, platform, network, campaign, country])
}

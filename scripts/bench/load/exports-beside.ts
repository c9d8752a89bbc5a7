import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '../../../server/model/dates.ts'
import { request } from 'undici'
import { today } from '../support/bench-store.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import type { Beside } from './load-bench.ts'
import type { Company } from './mix.ts'

const FORMATS = ['parquet', 'csv'] as const
type Format = (typeof FORMATS)[number]

/** Seconds of each export, by format, and the number of refusals. */
interface Exports {
  parquet: number[]
  csv: number[]
  refused: number
}

let asked = 0

/** A full report of the large app, for a new range. */
function exportPath(appId: number, format: Format): string {
  const n = asked++
  const parameters = {
    appId: String(appId),
    granularity: 'campaign_geo',
    installGrouping: 'daily',
    metrics: 'ltv,roas',
    roasTypes: 'paid,incremental_blended,full_blended',
    revenueTypes: 'gross,net',
    dsiValues: ['7,365', '30,365', '3,180'][Math.floor(n / 200) % 3]!,
    startDate: addDays(today, -455 + (n % 20)),
    endDate: addDays(today, -1 - (Math.floor(n / 20) % 10)),
    format,
  }
  return `/v1/report?${new URLSearchParams(parameters).toString()}`
}

/** Returns the delay, ms, requested by a refusal. */
async function download(url: string, key: string): Promise<number> {
  const { statusCode, headers, body } = await request(url, { headers: { authorization: `Bearer ${key}` } })
  for await (const _ of body);
  if (statusCode === 200) return 0
  if (statusCode === 503 && headers['retry-after'] !== undefined) return Number(headers['retry-after']) * 1000
  throw new Error(`${statusCode} for an export`)
}

/** Runs one export after another. One that ends after the signal counts only if none ended before. */
async function loop(url: string, { appId, key }: Company, format: Format, into: Exports, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const start = performance.now()
    for (let wait = -1; wait !== 0;) {
      wait = await download(`${url}${exportPath(appId, format)}`, key)
      if (wait > 0) into.refused++
      await sleep(Math.max(0, wait))
    }
    if (!over.aborted || into[format].length === 0) into[format].push((performance.now() - start) / 1000)
  }
}

async function exportBoth(url: string, company: Company, over: AbortSignal): Promise<Exports> {
  const done: Exports = { parquet: [], csv: [], refused: 0 }
  await Promise.all(FORMATS.map(format => loop(url, company, format, done, over)))
  return done
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export const exportsBeside: Beside = async ({ service, store, seconds, once }) => {
  const both = (over: AbortSignal): Promise<Exports> => exportBoth(service.url, store.large, over)
  const alone = await once('exports alone', async () => {
    // The first is slower than the rest.
    await both(AbortSignal.timeout(1))
    return both(AbortSignal.timeout(Math.min(seconds, 15) * 1000))
  })
  return async over => {
    const beside = await both(over)
    const compare = (format: Format, name: string): Measurement => {
      const what = `full export as ${name}, ${beside[format].length} beside the load / alone`
      return measurement(what, mean(beside[format]), mean(alone[format]), 's', 'at most 1.5')
    }
    return [
      compare('parquet', 'Parquet'),
      compare('csv', 'CSV'),
      measurement('exports refused with Retry-After', beside.refused, alone.refused, 'requests', '-'),
    ]
  }
}

import { writeFile } from 'node:fs/promises'
import { importDelivery } from '../../../server/store/facts/embedded/embedded-destination.ts'
import { addDays } from '../../../server/core/model/dates.ts'
import { LARGE_APP, type Volume, writeVolume } from '../world/volume.ts'
import { treeUse } from './load/process-use.ts'
import { today, withFolder } from './support/bench-store.ts'
import { measurement, type Measurement } from './support/measurement.ts'
import { peakMemory, runService } from './support/running-service.ts'

type Step = [size: number, name: string, volume: Volume]

/** 400 revenue rows per company. */
const COMPANIES = [10, 100, 1000].map((apps): Step => {
  const shape = { campaigns: 10, countries: 1, days: 10, dsiValues: [0, 7, 30, 365], alerts: 10 }
  return [apps, `${apps} companies`, { firstApp: 1, apps, firstRun: 1, ...shape, snapshots: true }]
})

/** Cases with more days, campaigns and countries. */
const ROWS = [
  { days: 100, campaigns: 30, countries: 4 },
  { days: 200, campaigns: 150, countries: 4 },
  { days: 455, campaigns: 300, countries: 8 },
].map((shape): Step => {
  const rows = shape.days * shape.campaigns * shape.countries * LARGE_APP.dsiValues.length
  const name = `${(rows / 1e6).toPrecision(2)} million revenue rows`
  return [rows, name, { ...LARGE_APP, ...shape, snapshots: true }]
})

/** Kinds of requests, and how many exceed the system's resolution of 10 ms. */
const REQUESTS: Record<string, [count: number, path: (endDate: string) => string]> = {
  overview: [1, () => '/v1/overview'],
  list: [400, () => '/v1/recommendations?appId=1'],
  report: [20, endDate => `/v1/report?appId=1&granularity=campaign&endDate=${endDate}`],
  history: [6, endDate => `/v1/roas-history?appId=1&granularity=campaign&endDate=${endDate}`],
}

/** Milliseconds of processor time, user and system, of the service's processes and of an import, and the most memory of each, MB. */
async function costsOf(volume: Volume): Promise<Record<string, number>> {
  return await withFolder(async dataDir => {
    const costs: Record<string, number> = {}
    await withFolder(async delivery => {
      await writeVolume(delivery, volume, { today, format: 'parquet' })
      // Resets the peak (proc(5)).
      await writeFile('/proc/self/clear_refs', '5')
      const before = process.cpuUsage()
      await importDelivery({ dataDir, delivery })
      const { user, system } = process.cpuUsage(before)
      costs['import'] = (user + system) / 1e3
      costs['memory of an import'] = await peakMemory(process.pid)
    })
    const service = await runService({ dataDir, databaseUrl: null })
    try {
      let used = (await treeUse(service.process.pid!)).cpu
      costs['start'] = used * 1e3
      for (const [kind, [count, path]] of Object.entries(REQUESTS)) {
        for (let n = 0; n < count; n++) await service.request(path(addDays(today, -1 - n)))
        const { cpu } = await treeUse(service.process.pid!)
        costs[kind] = ((cpu - used) * 1e3) / count
        used = cpu
      }
      costs['memory of the service'] = await peakMemory(service.process.pid!)
      return costs
    } finally {
      await service.stop()
    }
  })
}

/** The costs of each kind of work at each size. The ratio is the exponent relative to the previous size: 0 is constant, 1 linear. */
export async function costs(): Promise<Measurement[]> {
  const rows: Measurement[] = []
  for (const steps of [COMPANIES, ROWS]) {
    let before: { size: number; costs: Record<string, number> } | undefined
    for (const [size, name, volume] of steps) {
      const costs = await costsOf(volume)
      console.error(`${name}: ${JSON.stringify(costs)}`)
      for (const [kind, value] of Object.entries(costs)) {
        const last = before?.costs[kind] ?? NaN
        const unit = kind.startsWith('memory') ? 'MB' : 'ms'
        const ratio = Math.log(value / last) / Math.log(size / (before?.size ?? NaN))
        rows.push({ ...measurement(`${kind}, ${name}`, value, last, unit, 'at most 1'), ratio })
      }
      before = { size, costs }
    }
  }
  return rows
}

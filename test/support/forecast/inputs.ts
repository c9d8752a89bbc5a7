import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config, InputConfig } from '../../../server/forecast/config/forecast-config.ts'
import { readFacts, type ReadFacts } from '../../../server/forecast/inputs/read-facts.ts'
import type { Facts } from '../../../server/forecast/model/facts.ts'
import { dateOf } from '../../../server/core/model/dates.ts'

/** A config of which a test names only what it is about. */
export function configFor(
  folder: string,
  inputs: (Partial<InputConfig> & Pick<InputConfig, 'table' | 'files'>)[],
  more: Partial<Config> = {},
): Config {
  return {
    folder,
    company: { id: 1, name: 'Nordlys' },
    app: {
      id: 101,
      name: 'Merge Manor',
      createdAt: '2025-01-01',
      currency: 'USD',
      dsi: [0, 7],
      actionThreshold: 0.05,
      weeklyAggregation: false,
    },
    targets: { dsi: 7, roasType: 'paid', revenueType: 'net', roas: 1, by: [] },
    betLookback: [{ platform: null, start: 2, end: 8 }],
    net: { iap: { IOS: 0.5, ANDROID: 0.75, WEB: 1 }, ad: { IOS: 1, ANDROID: 1, WEB: 1 } },
    organic: { networks: ['Organic'], uplift: 0 },
    optimisationDsi: { default: 7, byNetwork: {} },
    networks: { traditional: [], alias: {} },
    inputs: inputs.map(input => ({ columns: {}, ...input })),
    gaps: [],
    events: [],
    snapshots: { dailyDays: 20, weeklyDays: 180, dsi: [7] },
    pacing: { step: 0.2, days: 3 },
    gates: new Map(),
    idBase: 101,
    ...more,
  }
}

/** Writes files by their names into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Facts in lines that people can compare. */
export function linesOf({ names, cells, revenue, firstDay, lastDay, bids }: Facts): string[] {
  const name = (list: readonly string[], index: number): string =>
    index === -1 ? '-' : list[index]!
  const lines = [`${dateOf(firstDay)} to ${dateOf(lastDay)}`]
  for (let cell = 0; cell < cells.count; cell++) {
    const key = [
      dateOf(cells.day[cell]!),
      name(names.platform, cells.platform[cell]!),
      name(names.network, cells.network[cell]!) + (cells.organic[cell] === 1 ? ' (organic)' : ''),
      name(names.campaign, cells.campaign[cell]!),
      name(names.country, cells.country[cell]!),
    ].join(' ')
    lines.push(`${key}: ${cells.installs[cell]} installs, ${cells.spend[cell]} spent`)
    for (const { kind, start, age, gross, net } of revenue) {
      for (let row = start[cell]!; row < start[cell + 1]!; row++)
        lines.push(`  ${kind} ${age[row]}: ${gross[row]} gross, ${net[row]} net`)
    }
  }
  return [...lines, ...bids.map(bid => `bid ${Object.values(bid).join(' ')}`)]
}

export async function read(config: Config, threads?: number): Promise<ReadFacts> {
  return await readFacts(config, {
    progress: () => {},
    ...(threads === undefined ? {} : { threads }),
  })
}

/** Rows of a CSV with a header. */
export function csv(header: string, ...rows: readonly string[]): string {
  return `${[header, ...rows].join('\n')}\n`
}

/** What the fixtures' exporters call the networks of the neutral tables. */
export const FIXTURE_NAMES: Partial<Config> = {
  networks: {
    traditional: [],
    alias: {
      'Google Ads ACI': 'Google Ads',
      googleadwords_int: 'Google Ads',
      AdWords: 'Google Ads',
      Apple: 'Apple Search Ads',
      organic: 'Organic',
    },
  },
}

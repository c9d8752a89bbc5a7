import type { Workspace } from '../../imports/workspace.ts'
import { sql } from '../../core/model/sql.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import type { Bid } from '../model/facts.ts'
import { aggregate } from './aggregate.ts'
import { partsSql } from './row-key.ts'
import type { NameCounts } from './names.ts'
import type { Source } from './input-rows.ts'

/** @throws ForecastFaults if a campaign has several bids on a day */
export async function readBids(
  workspace: Workspace,
  sources: readonly Source[],
  counts: NameCounts,
  currency: string,
): Promise<Bid[]> {
  const { repeated } = await aggregate(workspace, 'bids', sources, counts, currency)
  if (repeated > 0) {
    throw new ForecastFaults([
      {
        file: sources[0]!.input.files[0]!.file,
        column: 'live_roas',
        rule: `must be one bid per day, platform, network, campaign and country: ${repeated} more found`,
      },
    ])
  }
  const { day, name } = partsSql(counts.raws)
  const rows =
    await workspace.rows(sql`SELECT ${day} AS day, platform_name, network_name, campaign_name, country_name, CAST(amount AS DOUBLE) AS live
    FROM bids b JOIN raw_names r ON r.raw = ${name} JOIN dims d ON d.dim = r.dim ORDER BY key`)
  const text = (value: unknown): string | null => (value === null ? null : String(value))
  return rows.map(row => ({
    day: Number(row['day']),
    platform: text(row['platform_name']),
    network: text(row['network_name']),
    campaign: text(row['campaign_name']),
    country: text(row['country_name']),
    liveRoas: Number(row['live']),
  }))
}

import type { DuckDBConnection } from '@duckdb/node-api'
import { dateOf } from '../model/days.ts'
import { forecastError } from './forecast-error.ts'
import { loadRows } from '../delivery/load-rows.ts'
import { sources } from './load-runs.ts'
import type { World } from './world.ts'

/** `segment`, `cohort`, and the `error` of each run about each segment. */
export async function loadCohorts(connection: DuckDBConnection, { runs, segments, cohorts }: World): Promise<void> {
  await loadRows(
    connection,
    'segment',
    {
      segment_no: 'INTEGER',
      app_id: 'INTEGER',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      campaign: 'VARCHAR',
      country: 'VARCHAR',
      net_share: 'DOUBLE',
      decimals: 'INTEGER',
    },
    segments.map(({ no, campaign: { app, platform, network, name }, country, netShare }) => ({
      segment_no: no,
      app_id: app.id,
      platform,
      network,
      campaign: name,
      country,
      net_share: netShare,
      decimals: app.decimals,
    })),
  )
  await loadRows(
    connection,
    'cohort',
    {
      segment_no: 'INTEGER',
      app_id: 'INTEGER',
      install_date: 'DATE',
      spend: 'DECIMAL(18, 4)',
      paid_installs: 'INTEGER',
      incremental_blended_installs: 'INTEGER',
      full_blended_installs: 'INTEGER',
      paid_value: 'DOUBLE',
      incremental_blended_value: 'DOUBLE',
      full_blended_value: 'DOUBLE',
      exponent: 'DOUBLE',
    },
    cohorts.map(cohort => ({
      segment_no: cohort.segment.no,
      app_id: cohort.segment.campaign.app.id,
      install_date: dateOf(cohort.day),
      spend: cohort.spend,
      paid_installs: cohort.paidInstalls,
      incremental_blended_installs: cohort.incrementalBlendedInstalls,
      full_blended_installs: cohort.fullBlendedInstalls,
      paid_value: cohort.paidValue,
      incremental_blended_value: cohort.incrementalBlendedValue,
      full_blended_value: cohort.fullBlendedValue,
      exponent: cohort.exponent,
    })),
  )
  await loadRows(
    connection,
    'error',
    { run_id: 'INTEGER', segment_no: 'INTEGER', error: 'DOUBLE' },
    sources(runs).flatMap(run =>
      segments
        .filter(({ campaign }) => campaign.app === run.app)
        .map(({ no, campaign, country }) => ({ run_id: run.run_id, segment_no: no, error: forecastError(campaign, country, run.day) })),
    ),
  )
}

import type { DuckDBConnection } from '@duckdb/node-api'
import { dateOf } from '../model/days.ts'
import { loadRows } from '../delivery/load-rows.ts'
import { networks } from './networks.ts'
import type { World } from './world.ts'

/** `segment` and `cohort`, numbered in the order of the world. */
export async function loadCohorts(connection: DuckDBConnection, { segments, cohorts }: World): Promise<void> {
  await loadRows(
    connection,
    'segment',
    {
      segment_no: 'INTEGER',
      app_id: 'INTEGER',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      traits_no: 'INTEGER',
      campaign: 'VARCHAR',
      country: 'VARCHAR',
      net_share: 'DOUBLE',
      decimals: 'INTEGER',
    },
    segments.map(({ no, campaign: { app, platform, network, traits, name }, country, netShare }) => ({
      segment_no: no,
      app_id: app.id,
      platform,
      network,
      traits_no: networks.indexOf(traits),
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
      cohort_no: 'INTEGER',
      segment_no: 'INTEGER',
      app_id: 'INTEGER',
      install_date: 'DATE',
      spend: 'DECIMAL(18, 4)',
      paid_installs: 'INTEGER',
      incremental_blended_installs: 'INTEGER',
      full_blended_installs: 'INTEGER',
    },
    cohorts.map((cohort, index) => ({
      cohort_no: index,
      segment_no: cohort.segment.no,
      app_id: cohort.segment.campaign.app.id,
      install_date: dateOf(cohort.day),
      spend: cohort.spend,
      paid_installs: cohort.paidInstalls,
      incremental_blended_installs: cohort.incrementalBlendedInstalls,
      full_blended_installs: cohort.fullBlendedInstalls,
    })),
  )
}

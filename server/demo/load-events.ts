import type { DuckDBConnection } from '@duckdb/node-api'
import { loadRows } from '../delivery/load-rows.ts'
import { dateOf } from '../model/days.ts'
import type { World } from './world.ts'

const firstEventId = 501

/** `events`, numbered in the order of the world. */
export async function loadEvents(connection: DuckDBConnection, { events }: World): Promise<void> {
  await loadRows(
    connection,
    'events',
    {
      event_id: 'INTEGER',
      app_id: 'INTEGER',
      kind: 'VARCHAR',
      title: 'VARCHAR',
      start_date: 'DATE',
      end_date: 'DATE',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      campaign: 'VARCHAR',
      country: 'VARCHAR',
      note: 'VARCHAR',
    },
    events.map(({ app, kind, title, from, to, platform, network, campaign, country, note }, index) => ({
      event_id: firstEventId + index,
      app_id: app.id,
      kind,
      title,
      start_date: dateOf(from),
      end_date: from === to ? null : dateOf(to),
      platform,
      network,
      campaign,
      country,
      note,
    })),
  )
}

import type { DuckDBConnection } from '@duckdb/node-api'
import { dateOf } from '../model/days.ts'
import { loadRows } from '../delivery/load-rows.ts'
import { type Run, snapshotsFrom } from './runs.ts'
import type { World } from './world.ts'

/** Install dates that the succeeded recommendation runs keep, by DSI: `kept`. */
export async function loadKept(connection: DuckDBConnection, { runs }: World): Promise<void> {
  await loadRows(
    connection,
    'kept',
    { run_id: 'INTEGER', app_id: 'INTEGER', dsi: 'INTEGER', first_day: 'DATE', last_day: 'DATE', everything: 'BOOLEAN' },
    sources(runs).flatMap(run =>
      run.app.dsiValues.map(dsi => ({
        run_id: run.run_id,
        app_id: run.app.id,
        dsi,
        first_day: dateOf(snapshotsFrom(run, dsi)),
        last_day: dateOf(run.day),
        everything: run.isFull,
      })),
    ),
  )
}

/** The runs that have data to keep. */
export function sources(runs: readonly Run[]): Run[] {
  return runs.filter(({ kind, status }) => kind === 'recommendation' && status === 'succeeded')
}

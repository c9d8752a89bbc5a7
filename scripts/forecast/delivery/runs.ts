import { dateOf } from '../../../server/demo/days.ts'
import type { Day } from '../facts.ts'
import type { RunKind } from './ids.ts'
import type { Standing } from './withheld.ts'
import type { SmallTable } from './small-table.ts'

export interface Run {
  id: number
  kind: RunKind
  asOf: Day
  /** Of each DSI. */
  withheld: readonly Pick<Standing, 'dsi' | 'withheld'>[]
}

/** `runs`: all succeeded, all made now; nothing is back-dated. */
export function runsTable(appId: number, runs: readonly Run[], createdAt: string): SmallTable {
  return {
    name: 'runs',
    columns: {
      run_id: 'BIGINT',
      app_id: 'BIGINT',
      kind: 'VARCHAR',
      status: 'VARCHAR',
      created_at: 'TIMESTAMP',
      max_install_date: 'DATE',
      withheld_dsis: 'VARCHAR',
    },
    rows: runs.map(({ id, kind, asOf, withheld }) => ({
      run_id: id,
      app_id: appId,
      kind,
      status: 'succeeded',
      created_at: createdAt,
      max_install_date: kind === 'alert' ? null : dateOf(asOf),
      withheld_dsis: withheldText(withheld),
    })),
  }
}

/** `180:history,90:backtest`, as deliveries say it; null where nothing is withheld. */
function withheldText(standings: Run['withheld']): string | null {
  const parts = standings.filter(({ withheld }) => withheld !== null).map(({ dsi, withheld }) => `${dsi}:${withheld}`)
  return parts.length === 0 ? null : parts.join(',')
}

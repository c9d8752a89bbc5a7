import type { DuckDBConnection } from '@duckdb/node-api'
import { loadRows } from '../delivery/load-rows.ts'
import type { World } from './world.ts'

const firstBudgetId = 7001

/** `budgets`, numbered in the order of the world. */
export async function loadBudgets(connection: DuckDBConnection, { budgets }: World): Promise<void> {
  await loadRows(
    connection,
    'budgets',
    {
      budget_id: 'INTEGER',
      app_id: 'INTEGER',
      month: 'VARCHAR',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      campaign: 'VARCHAR',
      amount: 'DECIMAL(18, 4)',
    },
    budgets.map(({ app, month, platform, network, amount }, index) => ({
      budget_id: firstBudgetId + index,
      app_id: app.id,
      month,
      platform,
      network,
      campaign: null,
      amount,
    })),
  )
}

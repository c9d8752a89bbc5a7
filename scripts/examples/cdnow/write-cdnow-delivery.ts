import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareFolder } from '../../lab/studio/write-demo-delivery.ts'
import { cohortsOf } from './cohorts-of.ts'
import type { Cohort } from './cohorts-of.ts'
import type { Purchase } from './parse-log.ts'

const dsiValues = [0, 7, 30, 90, 180, 365] as const
const companyId = 1997
const appId = 1997
const runId = 1997

type Row = ReadonlyArray<string | number | boolean>

export interface Summary {
  cohorts: number
  installs: number
  revenueRows: number
}

/**
 * Writes the purchases as a delivery of one company, one app and one run: a campaign per week of first purchases, no spend, and
 * the same revenue for every ROAS type and revenue type. A cohort too young for a DSI has no row for it. The folder is
 * created if missing.
 * @throws if it contains other files than such a delivery's
 */
export async function writeCdnowDelivery(
  purchases: readonly Purchase[],
  dir: string,
  today: string,
): Promise<Summary> {
  const cohorts = cohortsOf(purchases, today, dsiValues)
  const tables = { ...referenceTables(cohorts, today), ...cohortTables(cohorts) }

  await prepareFolder(dir, Object.keys(tables))
  for (const [name, rows] of Object.entries(tables)) {
    await writeFile(join(dir, name), rows.map(row => `${row.map(csvField).join(',')}\r\n`).join(''))
  }
  return {
    cohorts: cohorts.length,
    installs: cohorts.reduce((sum, { installs }) => sum + installs, 0),
    revenueRows: tables['cohort_revenue.csv'].length - 1,
  }
}

function referenceTables(cohorts: readonly Cohort[], today: string) {
  const oldest = cohorts[0]!.installDate
  const newest = cohorts.at(-1)!.installDate
  return {
    'companies.csv': [
      ['company_id', 'name'],
      [companyId, 'CDNOW'],
    ],
    'apps.csv': [
      [
        'app_id',
        'name',
        'created_at',
        'live',
        'currency',
        'weekly_aggregation',
        'action_threshold',
        'target_dsi',
        'target_roas_type',
        'target_revenue_type',
        'dsi_values',
      ],
      [
        appId,
        'CDNOW',
        `${oldest}T00:00:00.000Z`,
        true,
        'USD',
        false,
        '',
        90,
        'paid',
        'gross',
        dsiValues.join(','),
      ],
    ],
    'app_access.csv': [
      ['company_id', 'app_id'],
      [companyId, appId],
    ],
    'runs.csv': [
      ['run_id', 'app_id', 'kind', 'status', 'created_at', 'max_install_date'],
      [runId, appId, 'recommendation', 'succeeded', `${today}T00:00:00.000Z`, newest],
    ],
  } satisfies Record<string, Row[]>
}

function cohortTables(cohorts: readonly Cohort[]) {
  const identity = ['run_id', 'install_date', 'platform', 'network', 'campaign', 'country']
  /** The log has no country, and there was no ad network. */
  const identityOf = ({ installDate, campaign }: Cohort) => [
    runId,
    installDate,
    'WEB',
    '',
    campaign,
    '',
  ]
  return {
    'cohorts.csv': [
      [
        ...identity,
        'spend',
        'paid_installs',
        'incremental_blended_installs',
        'full_blended_installs',
      ],
      ...cohorts.map(cohort => [
        ...identityOf(cohort),
        0,
        cohort.installs,
        cohort.installs,
        cohort.installs,
      ]),
    ],
    'cohort_revenue.csv': [
      [
        ...identity,
        'dsi',
        'paid_gross',
        'paid_net',
        'incremental_blended_gross',
        'incremental_blended_net',
        'full_blended_gross',
        'full_blended_net',
      ],
      ...cohorts.flatMap(cohort =>
        [...cohort.revenue].map(([dsi, revenue]) => [
          ...identityOf(cohort),
          dsi,
          ...Array<string>(6).fill((revenue / 10_000).toFixed(4)),
        ]),
      ),
    ],
  } satisfies Record<string, Row[]>
}

function csvField(value: string | number | boolean): string {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

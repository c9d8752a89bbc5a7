import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareFolder } from '../../../server/demo/prepare-folder.ts'
import { columnsOf, type TableName } from '../../../server/delivery/tables.ts'
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
 * revenue that is the same for every ROAS type and revenue type. A cohort too young for a DSI has no row for it. The folder is
 * created when missing; throws when it holds other files than such a delivery's.
 */
export async function writeCdnowDelivery(purchases: readonly Purchase[], dir: string, today: string): Promise<Summary> {
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
    'companies.csv': [header('companies'), [companyId, 'CDNOW']],
    'apps.csv': [
      header('apps'),
      [appId, 'CDNOW', `${oldest}T00:00:00.000Z`, true, 'USD', false, '', 90, 'paid', 'gross', dsiValues.join(',')],
    ],
    'app_access.csv': [header('app_access'), [companyId, appId]],
    'runs.csv': [header('runs'), [runId, appId, 'recommendation', 'succeeded', `${today}T00:00:00.000Z`, newest]],
  } satisfies Record<string, Row[]>
}

function cohortTables(cohorts: readonly Cohort[]) {
  /** The log knows no country, and there was no ad network. */
  const identityOf = ({ installDate, campaign }: Cohort) => [runId, installDate, 'WEB', '', campaign, '']
  return {
    'cohorts.csv': [
      header('cohorts'),
      ...cohorts.map(cohort => [...identityOf(cohort), 0, cohort.installs, cohort.installs, cohort.installs]),
    ],
    'cohort_revenue.csv': [
      header('cohort_revenue'),
      ...cohorts.flatMap(cohort =>
        [...cohort.revenue].map(([dsi, revenue]) => [...identityOf(cohort), dsi, ...Array<string>(6).fill((revenue / 10_000).toFixed(4))]),
      ),
    ],
  } satisfies Record<string, Row[]>
}

/** Columns that a delivery must have. */
function header(table: TableName): string[] {
  return columnsOf(table).flatMap(([name, { optional }]) => (optional ? [] : [name]))
}

function csvField(value: string | number | boolean): string {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

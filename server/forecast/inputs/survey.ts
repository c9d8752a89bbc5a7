import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Workspace } from '../../imports/workspace.ts'
import type { Day } from '../../core/model/dates.ts'
import { joined, sql } from '../../core/model/sql.ts'
import type { InputConfig } from '../config/forecast-config.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import { learnDialects } from './learn-dialects.ts'
import { openInputs } from './open-inputs.ts'
import { type Measure, rowsOf } from './input-rows.ts'
import { unreadNotes } from './unread.ts'

/** Names as written, and days. */
export interface Spent {
  platform: string
  network: string
  campaign: string
  first: Day
  last: Day
}

const MOST_SPENT = 100_000

/** Content of the files of an unedited config. */
export interface Survey {
  /** By name as written, with spend. */
  networks: Map<string, number>
  /** Spend of each input. */
  spent: Spent[][]
  firstDay: Day | undefined
  lastDay: Day | undefined
  currencies: string[]
  /** The last age of cumulative columns; undefined without any. */
  toAge: number | undefined
  /** How files were read, and the settings to add first. */
  notes: string[]
}

/** Reads networks and days from the files; unreadable parts are in the notes. */
export async function surveyInputs(
  folder: string,
  inputs: readonly InputConfig[],
  currency: string,
): Promise<Survey> {
  const survey: Survey = {
    networks: new Map(),
    spent: inputs.map(() => []),
    firstDay: undefined,
    lastDay: undefined,
    currencies: [],
    toAge: undefined,
    notes: [],
  }
  const scratch = await mkdtemp(join(tmpdir(), 'uascope-forecast-'))
  const workspace = await Workspace.open(scratch, {})
  try {
    const opened = await openInputs(workspace, { folder, inputs }, { scratch })
    survey.toAge = Math.max(
      -1,
      ...opened.flatMap(({ files }) =>
        files.flatMap(({ columns }) => columns.wide.map(({ age }) => age)),
      ),
    )
    if (survey.toAge < 0) survey.toAge = undefined
    survey.notes.push(
      ...(await learnDialects(workspace, opened, { currency })),
      ...(await unreadNotes(workspace, opened)),
    )
    const parts = opened.flatMap((input, number) => {
      const measure = input.config.table as Measure
      if (!['spend', 'installs'].includes(measure)) return []
      const spend = measure === 'spend' ? sql`value` : sql`0`
      return input.files.map(
        file => sql`SELECT ${number} AS input, trim(platform) AS platform, trim(network) AS network, trim(campaign) AS campaign, day, currency, ${spend} AS spend FROM (${rowsOf({ measure, input }, file, 0, currency)})
          WHERE NOT skipped AND day IS NOT NULL`,
      )
    })
    if (parts.length === 0) return survey
    const rows =
      await workspace.rows(sql`SELECT network, CAST(sum(spend) AS DOUBLE) AS spend, min(day) AS first, max(day) AS last, list(DISTINCT currency) AS currencies
      FROM (${joined(parts, sql` UNION ALL `)}) GROUP BY 1 ORDER BY 1`)
    for (const row of rows) survey.networks.set(String(row['network']), Number(row['spend']))
    const spent =
      await workspace.rows(sql`SELECT input, platform, network, campaign, min(day) AS first, max(day) AS last
      FROM (${joined(parts, sql` UNION ALL `)}) WHERE spend > 0 GROUP BY ALL ORDER BY ALL LIMIT ${MOST_SPENT}`)
    for (const { input, first, last, ...names } of spent)
      survey.spent[Number(input)]!.push({
        ...(names as Pick<Spent, 'platform' | 'network' | 'campaign'>),
        first: Number(first),
        last: Number(last),
      })
    // Files without rows, or without a day.
    if (rows.length === 0) return survey
    survey.firstDay = Math.min(...rows.map(row => Number(row['first'])))
    survey.lastDay = Math.max(...rows.map(row => Number(row['last'])))
    survey.currencies = [...new Set(rows.flatMap(row => row['currencies'] as string[]))].sort()
  } catch (error) {
    if (!(error instanceof ForecastFaults)) throw error
    survey.notes.push(
      ...error.faults
        .slice(0, 5)
        .map(
          ({ file, column, value, rule }) =>
            `${file}${column === undefined ? '' : `, ${column}`}: ${rule}${(value ?? null) === null ? '' : ` (${JSON.stringify(value)})`}`,
        ),
    )
  } finally {
    workspace.close()
    await rm(scratch, { recursive: true, force: true })
  }
  return survey
}

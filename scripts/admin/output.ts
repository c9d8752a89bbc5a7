import { CommanderError } from 'commander'
import type { DeliveryError } from '../../server/imports/delivery-faults.ts'
import { formatFaults } from '../../server/imports/format-faults.ts'
import type { ForecastFaults } from '../../server/forecast/forecast.ts'
import { formatTable } from '../../server/core/runtime/table.ts'

/** A command's output: JSON with `--json`, else lines on stdout and messages on stderr. */
export interface Output {
  json?: unknown
  lines?: readonly string[]
  messages?: readonly string[]
  /** 0 by default. */
  exitCode?: number
}

/** Rows as a table, or as JSON; `none` is printed without rows. */
export function list<Row>(
  rows: readonly Row[],
  none: string,
  columns: (row: Row) => Record<string, string | number | null>,
  json: (row: Row) => unknown = row => row,
): Output {
  return {
    json: rows.map(row => json(row)),
    lines: rows.length === 0 ? [none] : formatTable(rows.map(columns)),
  }
}

export function counted(count: number, singular: string, many: string): string {
  return `${count} ${count === 1 ? singular : many}`
}

/** The code of the error that a token is missing. */
export const NO_TOKEN = 'uascope.token'

/**
 * The output of an error in a config, an input or an exporter.
 * @throws any other error
 */
export function describeFailure(error: unknown): Output {
  if (!(error instanceof Error)) throw error
  const { message, name } = error
  if (name === 'PullError' || (error instanceof CommanderError && error.code === NO_TOKEN))
    return { messages: [message], exitCode: 1 }
  if (name !== 'ForecastFaults' && name !== 'DeliveryError') throw error
  const { faults, total, groups } = error as ForecastFaults & Partial<Pick<DeliveryError, 'groups'>>
  return {
    json: { total, groups, faults },
    messages: formatFaults({ message, faults, total, ...(groups && { groups }) }),
    exitCode: 1,
  }
}

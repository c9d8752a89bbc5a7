import type { DuckDBDataChunk } from '@duckdb/node-api'
import type { Platform } from '../../../generated/vocabulary/vocabulary.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { sql, type Sql } from '../../core/model/sql.ts'
import type { Config } from '../config/forecast-config.ts'
import { type Cells, type Kind, KINDS, type Names, type Revenue, UNKNOWN } from '../model/facts.ts'
import { partsSql, secondKind } from './row-key.ts'
import { isOrganic } from './known-networks.ts'
import type { Day } from '../../core/model/dates.ts'

export interface LoadedCells {
  cells: Cells
  dim: Int32Array
  installed: Uint8Array
}

/** Columns of the relation: `day`, `dim`, `spend`, `installs`, `installed` and `split` (0, 1). */
export async function loadCells(
  workspace: Workspace,
  relation: Sql,
  { names, indexes }: { names: Names; indexes: Record<keyof Names, Int32Array> },
  organicNetworks: readonly string[],
): Promise<LoadedCells> {
  const { count = 0 } = await workspace.counts(sql`SELECT count(*) AS count FROM ${relation}`)
  const day = new Int32Array(count)
  const dim = new Int32Array(count)
  const spend = new Float64Array(count)
  const installs = new Float64Array(count)
  const installed = new Uint8Array(count)
  const split = new Uint8Array(count)
  let at = 0
  const query = sql`SELECT day, dim, CAST(spend AS DOUBLE), CAST(installs AS DOUBLE), installed, split FROM ${relation} ORDER BY day, dim`
  for await (const chunk of workspace.chunks(query)) {
    day.set(values(chunk, 0), at)
    dim.set(values(chunk, 1), at)
    spend.set(values(chunk, 2), at)
    installs.set(values(chunk, 3), at)
    installed.set(values(chunk, 4), at)
    split.set(values(chunk, 5), at)
    at += chunk.rowCount
  }
  const isOrganicName = names.network.map(name => organicNetworks.includes(name) || isOrganic(name))
  const of = (dimension: keyof Names): Int32Array => dim.map(index => indexes[dimension][index]!)
  const network = of('network')
  const organic = Uint8Array.from(network, index =>
    index !== UNKNOWN && isOrganicName[index] === true ? 1 : 0,
  )
  const cells = {
    count,
    day,
    platform: of('platform'),
    network,
    campaign: of('campaign'),
    country: of('country'),
    organic,
    spend,
    installs,
    split,
  }
  return { cells, dim, installed }
}

export interface Orphans {
  rows: number
  gross: number
  total: number
  /** By `dim`. */
  cells: Map<number, { first: Day; last: Day; gross: number }>
}

export async function loadRevenue(
  workspace: Workspace,
  relation: Sql,
  { cells, dim, installed }: LoadedCells,
  { dims, lastDay, share }: { dims: number; lastDay: Day; share: Record<Kind, Float64Array> },
): Promise<{ revenue: Revenue[]; orphans: Orphans }> {
  const { kind, day, name, age } = partsSql(dims)
  const rows = sql`(SELECT key, ${kind} AS kind, ${day} AS day, ${name} AS dim, ${age} AS age, gross, amount, given FROM ${relation})`
  const wanted = sql`FROM ${rows} WHERE day + age <= ${lastDay} AND (gross <> 0 OR amount <> 0 OR given <> 0)`
  const isSecond = sql`key >= ${secondKind(dims)}`
  const most = await workspace.counts(
    sql`SELECT count(*) FILTER (WHERE NOT ${isSecond}) AS iap, count(*) FILTER (WHERE ${isSecond}) AS ad FROM ${relation}`,
  )
  const orphans: Orphans = { rows: 0, gross: 0, total: 0, cells: new Map() }
  const revenue: Revenue[] = []
  const loading = KINDS.map(kind => ({
    kind,
    start: new Uint32Array(cells.count + 1),
    age: new Uint16Array(most[kind]!),
    gross: new Float64Array(most[kind]!),
    net: new Float64Array(most[kind]!),
    cell: 0,
    rows: 0,
  }))
  const query = sql`SELECT kind, day, dim, age, CAST(gross AS DOUBLE), CAST(amount AS DOUBLE), CAST(given AS DOUBLE) ${wanted} ORDER BY key`
  for await (const chunk of workspace.chunks(query)) {
    const [kinds, days, dimensions, ages, gross, amount, net] = Array.from(
      { length: 7 },
      (_, column) => values(chunk, column),
    ) as [Int32Array, Int32Array, Int32Array, Int32Array, Float64Array, Float64Array, Float64Array]
    for (let row = 0; row < chunk.rowCount; row++) {
      const into = loading[kinds[row]!]!
      let cell = into.cell
      const [rowDay, rowDim] = [days[row]!, dimensions[row]!]
      while (
        cell < cells.count &&
        (cells.day[cell]! < rowDay || (cells.day[cell]! === rowDay && dim[cell]! < rowDim))
      ) {
        into.start[++cell] = into.rows
      }
      into.cell = cell
      orphans.total += gross[row]!
      if (
        cell === cells.count ||
        cells.day[cell] !== rowDay ||
        dim[cell] !== rowDim ||
        installed[cell] === 0
      ) {
        orphans.rows++
        orphans.gross += gross[row]!
        const { first = rowDay, last = rowDay, gross: sum = 0 } = orphans.cells.get(rowDim) ?? {}
        orphans.cells.set(rowDim, {
          first: Math.min(first, rowDay),
          last: Math.max(last, rowDay),
          gross: sum + gross[row]!,
        })
        continue
      }
      const platform = cells.platform[cell]!
      const shares = share[into.kind]
      into.age[into.rows] = ages[row]!
      into.gross[into.rows] = gross[row]!
      into.net[into.rows++] =
        amount[row]! * shares[platform === UNKNOWN ? shares.length - 1 : platform]! + net[row]!
    }
  }
  for (const { kind, start, age, gross, net, cell, rows } of loading) {
    start.fill(rows, cell + 1)
    if (rows > 0)
      revenue.push({
        kind,
        start,
        age: age.subarray(0, rows),
        gross: gross.subarray(0, rows),
        net: net.subarray(0, rows),
      })
  }
  return { revenue, orphans }
}

/** By platform index, with the lowest share last for unknown platforms. 1 without any. */
export function netShares(
  net: Config['net'],
  platforms: readonly string[],
): Record<Kind, Float64Array> {
  const shares = (kind: Kind): Float64Array =>
    net === null
      ? new Float64Array(platforms.length + 1).fill(1)
      : Float64Array.from([
          ...platforms.map(name => net[kind][name as Platform]),
          Math.min(...Object.values(net[kind])),
        ])
  return { iap: shares('iap'), ad: shares('ad') }
}

/** Without nulls; reading single values would take longer than the query. */
function values(chunk: DuckDBDataChunk, column: number): Int32Array | Float64Array {
  const { items } = chunk.getColumnVector(column) as unknown as { items: Int32Array | Float64Array }
  return items.subarray(0, chunk.rowCount)
}

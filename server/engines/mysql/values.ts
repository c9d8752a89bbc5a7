import type { CellKind } from '../../delivery/cell-kinds.ts'
import type { Row, Value } from './connection.ts'

/** A stored row as the service's JSON has it: texts, numbers, ISO 8601 times. */
export function plainRow<Plain>(row: Row, columns: readonly { name: string; kind: CellKind }[]): Plain {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, plain(row[name]!, kind)])) as Plain
}

function plain(value: Value, kind: CellKind): unknown {
  if (value === null) return null
  if (kind === 'money') return decimalToDouble(String(value))
  if (kind === 'timestamp') return isoTime(String(value))
  return kind === 'text' ? value.toString() : value
}

/** `YYYY-MM-DD hh:mm:ss[.ffffff]` in UTC to ISO 8601 with milliseconds. */
function isoTime(time: string): string {
  return `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, 23).padEnd(3, '0')}Z`
}

/**
 * A DECIMAL with 4 decimals as the nearest double, in the way DuckDB takes, so that engines agree in the last bit: scaled and
 * divided where that is exact, else in two parts.
 */
export function decimalToDouble(decimal: string): number {
  const scaled = BigInt(decimal.replace('.', ''))
  if (scaled <= BigInt(Number.MAX_SAFE_INTEGER) && scaled >= -BigInt(Number.MAX_SAFE_INTEGER)) return Number(scaled) / 1e4
  return Number(scaled / 10_000n) + Number(scaled % 10_000n) / 1e4
}

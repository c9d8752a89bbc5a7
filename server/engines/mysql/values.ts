import type { CellKind } from '../../delivery/cell-kinds.ts'
import { doubleOf, scaledMoney } from '../../model/money.ts'
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

/** A DECIMAL with 4 decimals as a double. */
export function decimalToDouble(decimal: string): number {
  return doubleOf(scaledMoney(decimal))
}

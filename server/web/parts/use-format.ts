import { useMemo } from 'preact/hooks'
import { type Format, formatOf } from '../../../mcp/words/format.ts'

export * from '../../../mcp/words/format.ts'

/** Formats of a currency; memoized. */
export function useFormat(currency: string): Format {
  return useMemo(() => formatOf(currency), [currency])
}

import { useMemo } from 'preact/hooks'
import { type Format, formatOf } from '../../core/words/format.ts'

export * from '../../core/words/format.ts'

/** Formats of a currency; memoized. */
export function useFormat(currency: string): Format {
  return useMemo(() => formatOf(currency), [currency])
}

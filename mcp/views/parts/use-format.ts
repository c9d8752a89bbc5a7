import { useMemo } from 'preact/hooks'
import type { Host } from '../shell/host.ts'
import { formatOf, type Format } from './format.ts'

/** Formats for a currency in the host's locale; the same object until either changes. */
export function useFormat({ locale }: Host, currency: string): Format {
  return useMemo(() => formatOf(locale, currency), [locale, currency])
}

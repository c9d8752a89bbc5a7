import type { Config } from './config.ts'

/** What a target is for, by name; null: not known. A campaign's country is null or `GLOBAL` where it has several. */
export interface TargetPlace {
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
}

/** The ROAS wanted there: of the first rule that matches, else the general one; null: none is. */
export function targetFor({ by, roas }: Config['targets'], place: TargetPlace): number | null {
  const rule = by.find(match =>
    (['platform', 'network', 'campaign', 'country'] as const).every(name => match[name] === undefined || match[name] === place[name]),
  )
  return rule === undefined ? roas : rule.roas
}

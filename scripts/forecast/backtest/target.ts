import type { Config } from '../config/config.ts'
import type { Names } from '../facts.ts'

/** A campaign's target ROAS at the app's target DSI: the first rule that matches, otherwise the app's; null without. Rules for a country match no whole campaign. */
export function targetOf(
  targets: Config['targets'],
  names: Names,
  { platform, network, campaign }: { platform: number; network: number; campaign: number },
): number | null {
  const rule = targets.by.find(
    rule =>
      rule.country === undefined &&
      (rule.platform === undefined || rule.platform === names.platform[platform]) &&
      (rule.network === undefined || rule.network === names.network[network]) &&
      (rule.campaign === undefined || rule.campaign === names.campaign[campaign]),
  )
  return rule?.roas ?? targets.roas
}

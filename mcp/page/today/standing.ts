import type { Overview } from '../../../generated/client/models.ts'

export type Standing = 'below' | 'on' | 'above' | 'unknown'

/** ROAS of the last 7 days as a share of target; null if either is missing. */
export function shareOfTarget({ roas, target }: Pick<Overview, 'roas' | 'target'>): number | null {
  return roas.week === null || target === null || target <= 0 ? null : roas.week / target
}

/** Where the app is against its target, as recommendations see it: within the HOLD band is on target. */
export function standingOf(app: Overview): Standing {
  const share = shareOfTarget(app)
  if (share === null) return 'unknown'
  // Rounded as recommendations' bands are: edges are within.
  if (share < 1 - app.actionThreshold - 1e-9) return 'below'
  return share > 1 + app.actionThreshold + 1e-9 ? 'above' : 'on'
}

/** Whole percent between ROAS and target: 6 for 94 %. */
function distance(app: Overview): number {
  return Math.round(Math.abs(1 - shareOfTarget(app)!) * 100)
}

/** The heading of Today: which apps are off target. `Merge Manor is 6% below target. Harbor Tycoon can buy more.` */
export function answerOf(apps: readonly Overview[]): string {
  if (apps.length === 0) return 'No apps yet'
  const at = (standing: Standing) => apps.filter(app => standingOf(app) === standing)
  const below = at('below').sort((a, b) => shareOfTarget(a)! - shareOfTarget(b)!)
  const above = at('above').sort((a, b) => shareOfTarget(b)! - shareOfTarget(a)!)
  const [on, unknown] = [at('on'), at('unknown')]
  const parts = [
    below.length > 0 && `${belowOf(below)} target.`,
    above.length > 0 && `${namesOf(above)} can buy more.`,
    below.length + above.length === 0 && on.length > 0 && `${allOf(on, apps)} on target.`,
    below.length === 0 &&
      above.length > 0 &&
      on.length > 0 &&
      `${on.length === 1 ? on[0]!.name : `${on.length} others`} ${isOrAre(on)} on target.`,
    unknown.length > 0 && `${allOf(unknown, apps)} without a target.`,
  ]
  return parts.filter(part => part !== false).join(' ')
}

/** `A is 6% below`, `A and B are 6% and 3% below`, `A is 12% below, and 3 others are below`. */
function belowOf(below: readonly Overview[]): string {
  const [first, second, ...more] = below
  if (second === undefined) return `${first!.name} is ${distance(first!)}% below`
  if (more.length > 0) return `${first!.name} is ${distance(first!)}%, ${below.length - 1} others are also below`
  return `${first!.name} and ${second.name} are ${distance(first!)}% and ${distance(second)}% below`
}

function namesOf(those: readonly Overview[]): string {
  const [first, second, ...more] = those
  if (second === undefined) return first!.name
  return more.length > 0 ? `${first!.name} and ${more.length + 1} others` : `${first!.name} and ${second.name}`
}

/** `All 3 apps are`, `Both apps are`, `Merge Manor is`, `2 apps are`. */
function allOf(those: readonly Overview[], apps: readonly Overview[]): string {
  if (those.length === 1) return `${those[0]!.name} is`
  if (those.length < apps.length) return `${those.length} apps are`
  return those.length === 2 ? 'Both apps are' : `All ${those.length} apps are`
}

function isOrAre({ length }: { length: number }): string {
  return length === 1 ? 'is' : 'are'
}

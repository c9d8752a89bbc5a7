import { listSome } from '../../imports/delivery-faults.ts'
import { type Facts, UNKNOWN } from '../model/facts.ts'
import { plainName } from './words.ts'
import { sum } from '../../core/formulas/sums.ts'

/** The inputs of a campaign, side by side. Names are null if unknown; money is in the app's currency. */
export interface Compared {
  platform: string | null
  network: string | null
  campaign: string | null
  spend: number
  paidInstalls: number
  organicInstalls: number
  revenue: number
}

/** Campaigns with only spend or only installs first, then by spend, installs and name. */
export function compareInputs({
  cells,
  names,
  revenue,
}: Pick<Facts, 'cells' | 'names' | 'revenue'>): Compared[] {
  const byNames = new Map<string, Compared>()
  const nameOf = (list: readonly string[], index: number): string | null =>
    index === UNKNOWN ? null : list[index]!
  for (let cell = 0; cell < cells.count; cell++) {
    const [platform, network, campaign] = [
      cells.platform[cell]!,
      cells.network[cell]!,
      cells.campaign[cell]!,
    ]
    const key = `${platform} ${network} ${campaign}`
    let compared = byNames.get(key)
    if (compared === undefined) {
      const named = {
        platform: nameOf(names.platform, platform),
        network: nameOf(names.network, network),
        campaign: nameOf(names.campaign, campaign),
      }
      byNames.set(
        key,
        (compared = { ...named, spend: 0, paidInstalls: 0, organicInstalls: 0, revenue: 0 }),
      )
    }
    compared.spend += cells.spend[cell]!
    if (cells.organic[cell] === 1) compared.organicInstalls += cells.installs[cell]!
    else compared.paidInstalls += cells.installs[cell]!
    for (const { start, gross } of revenue)
      for (let row = start[cell]!; row < start[cell + 1]!; row++) compared.revenue += gross[row]!
  }
  const text = ({ platform, network, campaign }: Compared): string =>
    [platform, network, campaign].join('\n')
  return [...byNames.values()].sort(
    (a, b) =>
      Number(isAlone(b)) - Number(isAlone(a)) ||
      b.spend - a.spend ||
      b.paidInstalls - a.paidInstalls ||
      (text(a) < text(b) ? -1 : 1),
  )
}

/** Spend without installs, or paid installs without spend. */
export function isAlone({ spend, paidInstalls }: Compared): boolean {
  return spend > 0 !== paidInstalls > 0
}

/** Minimum share of money or installs worth a note. */
const WORTH = 0.01
const MAX_LISTED = 3

/** Notes on spend and installs that do not match, with the likely cause. `unread`: columns of installs, beside spend, that no input reads. */
export function meetingNotes(
  all: readonly Compared[],
  currency: string,
  unread: readonly string[] = [],
): string[] {
  const total = (rows: readonly Compared[], name: 'spend' | 'paidInstalls'): number =>
    sum(rows, row => row[name])
  const [spend, installs] = [total(all, 'spend'), total(all, 'paidInstalls')]
  if (installs === 0) return []
  if (spend === 0)
    return [
      'ROAS and recommendations need spend, which none of the inputs contains: add an input of the table spend.',
    ]
  const money = (rows: readonly Compared[]): string =>
    `${total(rows, 'spend').toFixed(2)} ${currency}`
  const count = (rows: readonly Compared[]): string => `${total(rows, 'paidInstalls')} installs`
  const unspent = all.filter(({ spend, paidInstalls }) => spend === 0 && paidInstalls > 0)
  const unmet = all.filter(({ spend, paidInstalls }) => spend > 0 && paidInstalls === 0)
  const hidden = unspent.filter(({ network }) => network !== null && plainName(network) === HIDDEN)
  const isWorth = (rows: readonly Compared[]): boolean =>
    total(rows, 'spend') > WORTH * spend || total(rows, 'paidInstalls') > WORTH * installs
  const notes: string[] = []
  const metNetworks = new Set(all.filter(row => row.paidInstalls > 0).map(({ network }) => network))
  const lost = unmet.filter(({ network }) => !metNetworks.has(network))
  if (hidden.length > 0) {
    const paired =
      lost.length === 0 ? '' : `, and ${money(lost)} of ${listed(lost, 'network')} have no installs`
    notes.push(
      `AppsFlyer hides the network of ${count(hidden)} in raw data (restricted)${paired}: they are likely the same users. Nothing is recommended for either. ` +
        'Export the cohort report instead (Data Locker or Cohort API, format appsflyer-cohort), which has the network and campaign.',
    )
  } else if (lost.length > 0 && isWorth(lost)) {
    const others = unspent.filter(({ network }) => network !== null)
    const known =
      others.length === 0
        ? ''
        : ` Networks with installs and no spend: ${listed(others, 'network')}. If one of them is the same, add networks: { alias: { NAME IN THE FILE: NAME HERE } }.`
    const unreadHint =
      unread.length === 0
        ? ''
        : ` Not read: ${listSome(unread, MAX_LISTED)}. If these are installs of the app, and not what the network counts, add an input of the table installs.`
    notes.push(
      `${money(lost)} of ${listed(lost, 'network')} have no installs at all: nothing is recommended for them.${known}${unreadHint}`,
    )
  }
  const unplaced = all.filter(({ platform, paidInstalls }) => platform === null && paidInstalls > 0)
  if (total(unplaced, 'paidInstalls') > WORTH * installs)
    notes.push(
      `${count(unplaced)} of ${listed(unplaced, 'campaign')} have no platform: map a column for it (a store or an app's id will do), or state it, as columns: { platform: "=IOS" }.`,
    )
  const noPlatform = unmet.filter(({ platform }) => platform === null)
  if (isWorth(noPlatform))
    notes.push(
      `${money(noPlatform)} of ${listed(noPlatform, 'campaign')} have no platform, nor have installs of the same campaign: state it, as columns: { platform: "=IOS" }.`,
    )
  const renamed = unmet.filter(row => metNetworks.has(row.network) && row.platform !== null)
  if (isWorth(renamed)) {
    const isSkan = all.some(
      row =>
        row.platform === 'IOS' &&
        row.campaign === null &&
        row.paidInstalls > 0 &&
        renamed.some(({ network }) => network === row.network),
    )
    const likely = nearest(renamed, unspent)
    const cause = isSkan
      ? 'Their installs may be those without a campaign (SKAdNetwork).'
      : likely === undefined
        ? 'Their installs may have other names of campaigns.'
        : `"${likely[0]}" may be "${likely[1]}" in the installs: campaigns meet by equal names.`
    notes.push(`${money(renamed)} of ${listed(renamed, 'campaign')} have no installs. ${cause}`)
  }
  const free = unspent.filter(row => !hidden.includes(row) && row.network !== null)
  if (total(free, 'paidInstalls') > WORTH * installs)
    notes.push(
      `${count(free)} of ${listed(free, 'network')} have no spend: if they cost something, add it; if they are organic, list the network under organic.networks.`,
    )
  return notes
}

const HIDDEN = 'restricted'

function listed(rows: readonly Compared[], name: 'network' | 'campaign'): string {
  return listSome([...new Set(rows.map(row => row[name] ?? 'unknown names'))], MAX_LISTED)
}

/** A campaign with spend and one with installs whose names start alike: exporters add ids. */
function nearest(
  spent: readonly Compared[],
  installed: readonly Compared[],
): [string, string] | undefined {
  for (const { campaign } of spent) {
    const name = plainName(campaign ?? '')
    const other = installed.find(row => {
      const text = plainName(row.campaign ?? '')
      return text !== '' && name !== '' && (text.startsWith(name) || name.startsWith(text))
    })
    if (other !== undefined) return [campaign!, other.campaign!]
  }
  return undefined
}

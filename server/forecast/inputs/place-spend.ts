import { listSome } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { joined, plain, sql } from '../../core/model/sql.ts'
import { type Dimension, DIMENSIONS } from '../model/facts.ts'
import { familyOf } from './known-networks.ts'

interface Dim extends Record<Dimension, string | null> {
  dim: number
  spend: number
  installs: number
}

/**
 * Completes `spend_cells` that lack a platform, network or country, or use another name of the network, from the installs of the same
 * campaign (`install_cells`), divided by installs of the day, else of the days before. `split` marks spend divided among countries.
 * Returns notes.
 */
export async function placeSpend(workspace: Workspace, currency: string): Promise<string[]> {
  const rows =
    await workspace.rows(sql`SELECT d.dim, ${joined(DIMENSIONS.map(name => sql`${plain(`${name}_name`)} AS ${plain(name)}`))},
      coalesce(s.spend, 0) AS spend, coalesce(i.installs, -1) AS installs
    FROM dims d LEFT JOIN (SELECT dim, CAST(sum(spend) AS DOUBLE) AS spend FROM spend_cells GROUP BY dim) s ON s.dim = d.dim
    LEFT JOIN (SELECT dim, CAST(sum(installs) AS DOUBLE) AS installs FROM install_cells GROUP BY dim) i ON i.dim = d.dim
    WHERE ${plain('campaign_name')} IS NOT NULL AND (s.dim IS NOT NULL OR i.dim IS NOT NULL) ORDER BY d.dim`)
  const dims = rows as unknown as Dim[]
  const byCampaign = new Map<string, Dim[]>()
  for (const dim of dims) {
    if (dim.installs < 0) continue
    const known = byCampaign.get(dim.campaign!)
    if (known === undefined) byCampaign.set(dim.campaign!, [dim])
    else known.push(dim)
  }
  const moved = dims.flatMap(from => {
    if (from.spend === 0) return []
    const to = placesOf(from, byCampaign.get(from.campaign!) ?? [])
    return to.length === 0 || (to.length === 1 && to[0] === from)
      ? []
      : [{ from, to, isSplit: countries(to) > 1 }]
  })
  if (moved.length === 0) return []
  const notes = await doubleNotes(workspace, moved, currency)
  await divide(workspace, moved)
  return [...notesOf(moved, currency), ...notes]
}

interface Moved {
  from: Dim
  to: readonly Dim[]
  isSplit: boolean
}

function placesOf(from: Dim, installs: readonly Dim[]): Dim[] {
  const ofNetwork = installs.filter(({ network }) => network === from.network)
  const meant =
    ofNetwork.length > 0
      ? ofNetwork
      : installs.filter(({ network }) => isSameNetwork(from.network, network))
  const fits = (name: Dimension) => (dim: Dim) => from[name] === null || dim[name] === from[name]
  const same = meant.filter(fits('platform')).filter(fits('country'))
  // Spend and installs that both lack a name already match.
  const isMet = (name: Dimension): boolean =>
    from[name] !== null || same.every(dim => dim[name] === null)
  return ofNetwork.length > 0 && isMet('platform') && isMet('country') ? [] : same
}

function isSameNetwork(a: string | null, b: string | null): boolean {
  return a === null || (b !== null && familyOf(a) === familyOf(b))
}

function countries(dims: readonly Dim[]): number {
  return new Set(dims.map(({ country }) => country)).size
}

/** Notes on spend that joins spend with the same names: two inputs may contain the same. */
async function doubleNotes(
  workspace: Workspace,
  moved: readonly Moved[],
  currency: string,
): Promise<string[]> {
  const sources = new Set(moved.map(({ from }) => from.dim))
  const pairs = moved.flatMap(({ from, to }) =>
    to
      .filter(({ dim, spend }) => spend > 0 && !sources.has(dim))
      .map(({ dim }) => sql`(${from.dim}, ${dim})`),
  )
  if (pairs.length === 0) return []
  const { sum } = await workspace.counts(sql`SELECT coalesce(sum(spend), 0) AS sum FROM (
    SELECT DISTINCT s.day, s.dim, s.spend FROM spend_cells s JOIN (VALUES ${joined(pairs)}) p(source, dim) ON p.source = s.dim
    JOIN spend_cells o ON o.dim = p.dim AND o.day = s.day WHERE s.spend > 0 AND o.spend > 0)`)
  if (sum === 0) return []
  return [
    `spend: ${sum!.toFixed(2)} ${currency} without all names is added to spend of the same campaigns and days that has them: if two inputs tell the same costs, remove one.`,
  ]
}

async function divide(workspace: Workspace, moved: readonly Moved[]): Promise<void> {
  await workspace.run(sql`CREATE TABLE moved (source INTEGER, dim INTEGER, split INTEGER)`)
  const values = moved.flatMap(({ from, to, isSplit }) =>
    to.map(({ dim }) => sql`(${from.dim}, ${dim}, ${isSplit ? 1 : 0})`),
  )
  await workspace.run(sql`INSERT INTO moved VALUES ${joined(values)}`)
  // Weights: installs of the day, else of all days before, else equal parts.
  await workspace.run(sql`CREATE TABLE parts AS SELECT day, source, dim, split, spend,
      CASE WHEN sum(today) OVER of > 0 THEN today WHEN sum(before) OVER of > 0 THEN before ELSE 1 END AS weight
    FROM (SELECT s.day, m.source, m.dim, m.split, s.spend, CAST(coalesce(i.installs, 0) AS DOUBLE) AS today,
        CAST(coalesce(b.sofar, 0) AS DOUBLE) AS before
      FROM spend_cells s JOIN moved m ON m.source = s.dim LEFT JOIN install_cells i ON i.dim = m.dim AND i.day = s.day
      ASOF LEFT JOIN (SELECT dim, day, sum(installs) OVER (PARTITION BY dim ORDER BY day) AS sofar FROM install_cells) b
        ON b.dim = m.dim AND b.day < s.day)
    WINDOW of AS (PARTITION BY day, source)`)
  const upTo = sql`sum(weight) OVER (PARTITION BY day, source ORDER BY dim ROWS UNBOUNDED PRECEDING)`
  await workspace.run(sql`CREATE OR REPLACE TABLE spend_cells AS SELECT day, dim, CAST(sum(spend) AS DECIMAL(18,6)) AS spend, max(split) AS split FROM (
      SELECT day, dim, spend, split FROM spend_cells WHERE dim NOT IN (SELECT source FROM moved)
      UNION ALL SELECT day, dim, upto - coalesce(lag(upto) OVER (PARTITION BY day, source ORDER BY dim), 0), split FROM (
        SELECT *, CAST(CASE WHEN sofar >= whole THEN spend ELSE spend * sofar / whole END AS DECIMAL(18,6)) AS upto
        FROM (SELECT *, ${upTo} AS sofar, sum(weight) OVER (PARTITION BY day, source) AS whole FROM parts)))
    GROUP BY day, dim`)
  await workspace.run(sql`DROP TABLE parts`)
  await workspace.run(sql`DROP TABLE moved`)
}

const MAX_LISTED = 3

function notesOf(moved: readonly Moved[], currency: string): string[] {
  const said = (some: readonly Moved[], what: string): string[] => {
    if (some.length === 0) return []
    const names = listSome([...new Set(some.map(({ from }) => from.campaign!))], MAX_LISTED)
    return [
      `spend: ${some.reduce((sum, { from }) => sum + from.spend, 0).toFixed(2)} ${currency} of ${names} ${what}`,
    ]
  }
  const without = (name: Dimension) =>
    moved.filter(({ from, to }) => from[name] === null && to.some(dim => dim[name] !== null))
  const renamed = moved.filter(
    ({ from, to }) => from.network !== null && to.some(({ network }) => network !== from.network),
  )
  const pairs = [
    ...new Set(
      renamed.flatMap(({ from, to }) => to.map(({ network }) => `${from.network!} is ${network!}`)),
    ),
  ]
  const isOne = ({ isSplit }: Moved): boolean => !isSplit
  return [
    ...said(
      without('platform'),
      'has no platform: it takes that of the installs of the same campaign.',
    ),
    ...said(
      without('network'),
      'has no network: it takes that of the installs of the same campaign.',
    ),
    ...(renamed.length === 0
      ? []
      : [
          `spend: networks are called as in the installs: ${pairs.slice(0, MAX_LISTED).join(', ')}.`,
        ]),
    ...said(
      without('country').filter(isOne),
      'has no country: it takes that of the installs of the same campaign.',
    ),
    ...said(
      moved.filter(({ isSplit }) => isSplit),
      'has no country: it is divided by installs; its campaigns have no recommendations by country. Export spend by country to have them.',
    ),
  ]
}

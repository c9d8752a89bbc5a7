import { rowsOf, type Answer, type Cell } from '../shell/answers.ts'

export type Recommendations = Answer<'svc_get_recommendations'>
export type Action = 'SCALE' | 'HOLD' | 'REDUCE'
export const ACTIONS: readonly Action[] = ['SCALE', 'HOLD', 'REDUCE']

/** Below this, a day, in the app's currency, the service's confidence is LOW whatever the score. */
const LOW_SPEND = 5

/** One recommendation, with what is derived from it. */
export interface Line {
  /** The identity across runs. */
  key: string
  platform: string
  network: string
  campaign: string
  country: string
  action: Action
  actionReason: string
  status: string
  confidence: number | null
  dailySpend: number
  /** ROAS at the target DSI, of the app's target type, as ratios. */
  target: number | null
  predicted: number | null
  /** predicted / target; null where either is unknown or not positive. */
  ofTarget: number | null
  /** The expected error of `ofTarget` reaches over an edge of the HOLD band: the action could be another. */
  close: boolean
  /** Too little spend or confidence to go by. */
  low: boolean
  /** What matters: the distance to the target times the spend a day. */
  weight: number
  bidDsi: number | null
  live: number | null
  paced: number | null
  /** Only with `since`: new, action, none. */
  change: string | null
  previousAction: string | null
  previousSpend: number | null
  row: Readonly<Record<string, Cell>>
}

/** `targetPaidGrossRoas` for target, PAID, GROSS. */
export function decidingColumn(kind: 'target' | 'predicted', { targetRoasType, targetRevenueType }: Recommendations['context']): string {
  const pascal = `${targetRoasType}_${targetRevenueType}`.split('_').map(word => word[0] + word.slice(1).toLowerCase())
  return `${kind}${pascal.join('')}Roas`
}

/** The rows of an answer as lines, in its order. */
export function linesOf(answer: Recommendations): Line[] {
  const columns = { target: decidingColumn('target', answer.context), predicted: decidingColumn('predicted', answer.context) }
  return rowsOf<Cell>(answer).map(row => lineOf(row, columns, answer.context))
}

function lineOf(
  row: Record<string, Cell>,
  columns: { target: string; predicted: string },
  { actionThreshold, expectedError }: Recommendations['context'],
): Line {
  const text = (name: string) => String(row[name] ?? '')
  const number = (name: string) => (typeof row[name] === 'number' ? row[name] : null)
  const [target, predicted] = [number(columns.target), number(columns.predicted)]
  const ofTarget = target !== null && target > 0 && predicted !== null && predicted > 0 ? predicted / target : null
  const dailySpend = number('dailySpend') ?? 0
  const [platform, network, campaign, country] = ['platform', 'network', 'campaign', 'country'].map(text) as [
    string,
    string,
    string,
    string,
  ]
  return {
    key: keyOf({ platform, network, campaign, country }),
    platform,
    network,
    campaign,
    country,
    action: text('action') as Action,
    actionReason: text('actionReason'),
    status: text('status'),
    confidence: number('confidenceScore'),
    dailySpend,
    target,
    predicted,
    ofTarget,
    close: ofTarget !== null && isClose(ofTarget, expectedError?.p90 ?? 0, actionThreshold),
    low: dailySpend < LOW_SPEND || row['status'] === 'LOW',
    // All of it, where nothing is expected of the money.
    weight: (ofTarget === null ? 1 : Math.abs(ofTarget - 1)) * dailySpend,
    bidDsi: number('optimisationDsi'),
    live: number('optimisationLiveRoas'),
    paced: number('optimisationPacedRoas'),
    change: typeof row['change'] === 'string' ? row['change'] : null,
    previousAction: typeof row['previousAction'] === 'string' ? row['previousAction'] : null,
    previousSpend: number('previousDailySpend'),
    row,
  }
}

/** The identity of a recommendation across runs, as one text. */
export function keyOf(of: { platform: string; network: string; campaign: string; country: string }): string {
  return JSON.stringify([of.platform, of.network, of.campaign, of.country])
}

function isClose(ofTarget: number, error: number, threshold: number): boolean {
  return [1 - threshold, 1 + threshold].some(edge => ofTarget * (1 - error) < edge && edge < ofTarget * (1 + error))
}

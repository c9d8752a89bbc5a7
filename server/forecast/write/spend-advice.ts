import type { Response } from '../response/response.ts'
import { revenueResponse, suggestSpend } from '../response/suggestion.ts'
import { toMoney } from './cohorts.ts'

export interface SpendAdvice {
  /** The response of installs to spend; null if spend is too irregular. A country has its campaign's response. */
  response:
    | ({ elasticity: number; low: number; high: number } & Pick<
        Response,
        'evidence' | 'followsDemand'
      >)
    | null
  /** Revenue at the target DSI of one more unit of spend. */
  marginal: number | null
  /** The most profitable daily spend at the target. */
  suggested: number | null
}

export function spendAdvice(
  spendResponse: Response | undefined,
  today: { spend: number; roas: number | null; target: number; mayMove: boolean },
  step: number,
): SpendAdvice {
  if (spendResponse === undefined) return { response: null, marginal: null, suggested: null }
  const { evidence, followsDemand } = spendResponse
  const response = {
    elasticity: rounded(spendResponse.mean),
    low: rounded(spendResponse.low),
    high: rounded(spendResponse.high),
    evidence,
    followsDemand,
  }
  const { roas } = today
  if (roas === null) return { response, marginal: null, suggested: null }
  return {
    response,
    marginal: rounded(roas * revenueResponse(spendResponse).elasticity),
    suggested: toMoney(
      suggestSpend(spendResponse, { ...today, roas, spendRange: spendResponse.spendRange }, step),
    ),
  }
}

function rounded(ratio: number): number {
  return Math.round(ratio * 1_000_000) / 1_000_000
}

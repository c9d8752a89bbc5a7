import { knownResponse } from '../../../core/formulas/response-curve.ts'
import type { App, Call } from '../app/use-app.ts'

/** The evidence of a campaign's response to spend. */
const EVIDENCE: Partial<Record<string, string>> = {
  learned: 'Learned from jumps of this campaign’s spend.',
  assumed: 'Assumed: a prior, until jumps of this campaign’s spend show its own response.',
}

/** The campaign's response to spend, if the run gives one with an interval. */
export function ResponseOf({ call, app }: { call: Call; app: App }) {
  const { format, targetDsi } = app.context
  const {
    responseEvidence: evidence,
    responseElasticity: response,
    responseLow: low,
    responseHigh: high,
    marginalRoas: marginal,
    targetRoas: target,
  } = call
  if (response === null && marginal === null) return null
  return (
    <section aria-labelledby="h-response">
      <h3 id="h-response">Response to spend</h3>
      {/* A DSI without a test withholds steps, not what was measured. */}
      {knownResponse({ ...call, tested: true }) === null ? (
        <p class="m">
          Not known: the run gives no interval for it, or a wide one. A budget test would measure
          it.
        </p>
      ) : (
        <>
          <dl class="cols resp">
            <div>
              <dt>Marginal ROAS at D{targetDsi}</dt>
              <dd>
                <b>{format.roas(marginal)}</b>
                {target !== null && (
                  <span class="m"> of the last unit spent; target {format.roas(target)}</span>
                )}
              </dd>
            </div>
            <div>
              <dt>1% more spend</dt>
              <dd>
                <b>{response!.toFixed(2)}% more installs</b>
                <span class="m">
                  {' '}
                  (80% interval {low!.toFixed(2)} to {high!.toFixed(2)})
                </span>
              </dd>
            </div>
          </dl>
          {evidence !== null && EVIDENCE[evidence] !== undefined && (
            <p class="m s">{EVIDENCE[evidence]}</p>
          )}
        </>
      )}
    </section>
  )
}

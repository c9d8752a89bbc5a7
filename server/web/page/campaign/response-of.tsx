import type { App, Call } from '../app/use-app.ts'

/** The campaign's response to spend. */
export function ResponseOf({ call, app }: { call: Call; app: App }) {
  const { format, targetDsi } = app.context
  const { responseElasticity: response, responseLow: low, responseHigh: high, marginalRoas: marginal, targetRoas: target } = call
  if (response === null && marginal === null) return null
  const interval = low === null || high === null ? '' : ` (80% interval ${low.toFixed(2)} to ${high.toFixed(2)})`
  return (
    <section aria-labelledby="h-response">
      <h3 id="h-response">Response to spend</h3>
      <dl class="resp">
        {marginal !== null && (
          <div>
            <dt>Marginal ROAS at D{targetDsi}</dt>
            <dd>
              <b>{format.roas(marginal)}</b>
              {target !== null && <span class="m"> of the last unit spent; target {format.roas(target)}</span>}
            </dd>
          </div>
        )}
        {response !== null && (
          <div>
            <dt>1% more spend</dt>
            <dd>
              <b>{response.toFixed(2)}% more installs</b>
              <span class="m">{interval}</span>
            </dd>
          </div>
        )}
      </dl>
      <p class="m s">Learned from how installs followed earlier changes of its spend. A budget test or a geo test narrows the interval.</p>
    </section>
  )
}

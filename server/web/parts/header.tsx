import { formatOf, useFormat } from './use-format.ts'
import type { Host } from './host.ts'
import { Notice } from './notice.tsx'
import { useCall } from './use-call.ts'
import { countryName, dataAgeWords, daysLate, platformName } from './words.ts'
import type { Answer, RowsTool } from './read-result.ts'

export function Header({
  title,
  answer,
  host,
}: {
  title: string
  answer: Answer<RowsTool>
  host: Host
}) {
  const { app, currency, dataThrough, runCreatedAt, filters } = answer.context
  const format = useFormat(answer.context.currency)
  const active = Object.entries(filters).filter(([, values]) => values.length > 0)
  return (
    <header>
      <div class="ends title">
        <h1 class="clamp">
          {title} <span class="app m light">{app.name}</span>
        </h1>
        {host.can.fullscreen && (
          <button onClick={() => void host.toggleFullscreen()}>
            {host.displayMode === 'fullscreen' ? 'Close full screen' : 'Full screen'}
          </button>
        )}
      </div>
      <p class="row m facts">
        <span>{currency}</span>
        <span class={dataThrough !== null && daysLate(dataThrough) > 0 ? 'warn' : undefined}>
          {dataAgeWords(dataThrough, format)}
        </span>
        {runCreatedAt !== null && <span title={runCreatedAt}>Run {format.ago(runCreatedAt)}</span>}
        {active.map(([name, values]) => (
          <span class="chip" key={name}>
            {wordsOfArgument(name)}: {shortList(name, values)}
          </span>
        ))}
      </p>
    </header>
  )
}

/** `alertGroups` as a label: `alert groups`. */
export function wordsOfArgument(name: string): string {
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}

const VALUE_WORDS: Record<string, (value: string) => string> = {
  platforms: platformName,
  countries: countryName,
}

/** `iOS, Android`; after three `and 5 more`. */
function shortList(name: string, values: readonly string[]): string {
  const first = values.slice(0, 3).map(VALUE_WORDS[name] ?? (value => value))
  return `${first.join(', ')}${values.length > 3 ? ` and ${values.length - 3} more` : ''}`
}

export function Picker({ host, onPick }: { host: Host; onPick: (appId: number) => void }) {
  const { reply } = useCall(host, 'svc_list_apps', {})
  if (!host.can.call) {
    return (
      <Notice title="Nothing to show">
        This host sent the view no result and does not let it call tools. The chat has the result as
        text.
      </Notice>
    )
  }
  if (reply === null) return <progress aria-label="Loading apps" />
  if ('problem' in reply) {
    return (
      <Notice tone="error" title="Cannot load the apps">
        {reply.problem.message}
      </Notice>
    )
  }
  return <Apps apps={reply.answer.apps} onPick={onPick} />
}

interface AppsProps {
  apps: Answer<'svc_list_apps'>['apps']
  onPick: (appId: number) => void
}

function Apps({ apps, onPick }: AppsProps) {
  if (apps.length === 0)
    return <Notice title="No apps">This key has no access to any app yet.</Notice>
  return (
    <section aria-labelledby="pick">
      <h2 id="pick">Which app?</h2>
      <ul class="apps">
        {apps.map(({ id, name, currency, dataThrough }) => (
          <li key={id}>
            <button onClick={() => onPick(id)}>
              <strong>{name}</strong>
              <span class="m">
                {currency},{' '}
                {dataThrough === null
                  ? 'no data yet'
                  : `data through ${formatOf(currency).day(dataThrough)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

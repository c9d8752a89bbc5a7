import { useFormat } from '../parts/use-format.ts'
import type { Answer, RowsTool } from './answers.ts'
import type { Host } from './host.ts'

/** Whose data these are, from when, and what they are narrowed down to. */
export function Header({ title, answer, host }: { title: string; answer: Answer<RowsTool>; host: Host }) {
  const { app, currency, dataThrough, runCreatedAt, filters } = answer.context
  const format = useFormat(host, answer.context.currency)
  const active = Object.entries(filters).filter(([, values]) => values.length > 0)
  return (
    <header>
      <div class="title">
        <h1>
          {title} <span class="app">{app.name}</span>
        </h1>
        {host.can.fullscreen && (
          <button onClick={() => void host.toggleFullscreen()}>
            {host.displayMode === 'fullscreen' ? 'Close full screen' : 'Full screen'}
          </button>
        )}
      </div>
      <p class="facts">
        <span>{currency}</span>
        <span>Data through {format.day(dataThrough)}</span>
        {runCreatedAt !== null && <span title={runCreatedAt}>Run {format.ago(runCreatedAt)}</span>}
        {active.map(([name, values]) => (
          <span class="chip" key={name}>
            {words(name)}: {values.length > 3 ? `${values.slice(0, 3).join(', ')} and ${values.length - 3} more` : values.join(', ')}
          </span>
        ))}
      </p>
    </header>
  )
}

/** `alertGroups` as a person reads it. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}

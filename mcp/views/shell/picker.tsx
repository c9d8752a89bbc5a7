import { useEffect, useState } from 'preact/hooks'
import { formatOf } from '../parts/format.ts'
import { Notice } from '../parts/notice.tsx'
import type { Answer } from './answers.ts'
import type { Host, Reply } from './host.ts'

/** Lets a person choose an app, where the host delivered nothing to go by. */
export function Picker({ host, onPick }: { host: Host; onPick: (appId: number) => void }) {
  const [reply, setReply] = useState<Reply<'svc_list_apps'> | null>(null)
  useEffect(() => {
    if (host.can.call) void host.call('svc_list_apps', {}).then(setReply)
  }, [host.can.call])

  if (!host.can.call) {
    return (
      <Notice title="Nothing to show">
        This host gave the view no result, and does not let it ask. The answer is in the chat, as text.
      </Notice>
    )
  }
  if (reply === null) return <progress aria-label="Loading apps" />
  if ('problem' in reply) {
    return (
      <Notice tone="error" title="The apps could not be read">
        {reply.problem.message}
      </Notice>
    )
  }
  return <Apps apps={reply.answer.apps} locale={host.locale} onPick={onPick} />
}

interface AppsProps {
  apps: Answer<'svc_list_apps'>['apps']
  locale: string | undefined
  onPick: (appId: number) => void
}

function Apps({ apps, locale, onPick }: AppsProps) {
  if (apps.length === 0) return <Notice title="No apps">This key reads no app yet.</Notice>
  return (
    <section aria-labelledby="pick">
      <h2 id="pick">Which app?</h2>
      <ul class="apps">
        {apps.map(({ id, name, currency, dataThrough }) => (
          <li key={id}>
            <button onClick={() => onPick(id)}>
              <strong>{name}</strong>
              <span class="muted">
                {currency}, {dataThrough === null ? 'no data yet' : `data through ${formatOf(locale, currency).day(dataThrough)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

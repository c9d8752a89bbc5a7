import { startView } from '../../../server/web/parts/start-view.tsx'
import '../../../server/web/parts/view.css'
import type { ViewProps } from '../../../server/web/parts/frame.tsx'

/** A view of nothing but what every view has from the shell: buttons for what it may ask of its host. It fails on what no service answers. */
function Probe({ answer, args, host, ask }: ViewProps<'svc_get_alerts'>) {
  if (answer.totalRows < 0) throw new Error('not drawn')
  return (
    <section>
      <output id="shown">
        {JSON.stringify({ total: answer.totalRows, args, can: host.can, mode: host.displayMode })}
      </output>
      <input
        id="number"
        type="number"
        onInput={({ currentTarget: { valueAsNumber: limit } }) => ask({ ...args, limit })}
      />
      <button onClick={() => void host.openLink('https://example.com/a?b=c#d')}>Open a link</button>
      <button onClick={() => void host.say('Hello')}>Say</button>
      <button onClick={() => void host.call('svc_list_apps', {})}>Call</button>
    </section>
  )
}

void startView({ tool: 'svc_get_alerts', title: 'Probe', Body: Probe })

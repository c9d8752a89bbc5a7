import { startView, type ViewProps } from '../../../../mcp/views/shell/start-view.tsx'
import '../../../../mcp/views/parts/base.css'

/** A view of nothing but what every view has from the shell: buttons for what it may ask of its host. */
function Probe({ answer, given, host, ask }: ViewProps<'svc_get_alerts'>) {
  return (
    <section>
      <output id="shown">
        {JSON.stringify({ total: answer.totalRows, given, locale: host.locale, can: host.can, mode: host.displayMode })}
      </output>
      <input id="number" type="number" onInput={({ currentTarget: { valueAsNumber: limit } }) => ask({ ...given, limit })} />
      <button onClick={() => void host.openLink('https://example.com/a?b=c#d')}>Open a link</button>
      <button onClick={() => void host.say('Hello')}>Say</button>
      <button onClick={() => void host.call('svc_list_apps', {})}>Call</button>
    </section>
  )
}

void startView({ tool: 'svc_get_alerts', title: 'Probe', Body: Probe })

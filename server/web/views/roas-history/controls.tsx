import { Choice } from '../../parts/choice.tsx'
import type { Answer } from '../../parts/read-result.ts'
import type { Host } from '../../parts/host.ts'
import { Menu } from '../../parts/menu.tsx'
import { useCall } from '../../parts/use-call.ts'
import { changed, type Question, type Subject } from './history-question.ts'

interface ControlsProps {
  answer: Answer<'svc_get_roas_history'>
  question: Question
  subject: Subject
  ask: (question: Question) => void
  host: Host
}

const GRANULARITIES = [
  ['app', 'All campaigns'],
  ['campaign', 'Campaign'],
  ['campaign_geo', 'Campaign and country'],
] as const

const GROUPINGS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const

/** Selects subject and grouping of the estimates; each change sends a request. */
export function Controls({ answer: { context }, question, subject, ask, host }: ControlsProps) {
  if (!host.can.call) return null
  return (
    <>
      <DsiMenu
        appId={context.app.id}
        dsi={question.dsi ?? subject.dsi}
        host={host}
        onChoose={dsi => ask(changed(question, { dsi }))}
      />
      <Choice
        label="Split by"
        value={question.granularity ?? (context.granularity as (typeof GRANULARITIES)[number][0])}
        options={GRANULARITIES}
        onChoose={granularity => ask(changed(question, { granularity }))}
      />
      <Choice
        label="Cohorts"
        value={question.installGrouping ?? context.installGrouping}
        options={GROUPINGS.map(name => [name, name[0] + name.slice(1).toLowerCase()])}
        onChoose={installGrouping => ask(changed(question, { installGrouping }))}
      />
    </>
  )
}

interface DsiMenuProps {
  appId: number
  dsi: number
  host: Host
  onChoose: (dsi: number) => void
}

/** DSI choices. */
function DsiMenu(props: DsiMenuProps) {
  return (
    <Menu label={`DSI: D${props.dsi}`}>{close => <DsiChoices {...props} close={close} />}</Menu>
  )
}

/** Loaded when the menu opens. */
function DsiChoices({ appId, dsi, host, onChoose, close }: DsiMenuProps & { close: () => void }) {
  const { reply } = useCall(host, 'svc_list_apps', {})
  const values =
    (reply !== null &&
      'answer' in reply &&
      reply.answer.apps.find(({ id }) => id === appId)?.historyDsiValues) ||
    []
  if (values.length === 0)
    return (
      <p>
        {reply === null
          ? 'Loading'
          : 'problem' in reply
            ? reply.problem.message
            : 'No DSI has history.'}
      </p>
    )
  return (
    <ul>
      {values.map(value => (
        <li key={value}>
          <button
            class="lnk"
            aria-pressed={value === dsi}
            onClick={() => {
              close()
              if (value !== dsi) onChoose(value)
            }}
          >
            D{value}
            {value === dsi ? ' ✓' : ''}
          </button>
        </li>
      ))}
    </ul>
  )
}

import { useState } from 'preact/hooks'
import type { Alert } from '../../../../generated/client/models.ts'
import { Advice, AlertText, Gap } from '../../parts/alerts/alert-text.tsx'
import { addDays } from '../../../core/model/dates.ts'
import { formatOf } from '../../parts/use-format.ts'
import { Link } from '../link.tsx'
import { Names } from '../../parts/names-as-text.tsx'
import { appScreen } from '../screen.ts'
import { StepText } from '../../parts/step-text.tsx'
import { countryName, platformName } from '../../../core/words/names.ts'
import { actionWords, stepWords } from '../../../core/words/step-words.ts'
import { type Line, seenFirst } from './inbox.ts'
import type { Mark, State } from './marks.ts'

interface AlertLineProps {
  line: Line
  state: State
  /** Length of the bar, 0 to 1. */
  bar: number
  today: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onMark: (mark: Mark | null) => void
}

/** Number of days that Snooze offers first. */
const SNOOZE = 7

/** A campaign with open alerts; opens to show them with the possible actions. */
export function AlertLine({ line, state, bar, today, isOpen, onToggle, onMark }: AlertLineProps) {
  const { app, platform, network, campaign, country, dailySpend, subject } = line
  const format = formatOf(app.currency)
  const { money } = format
  const isStopped = subject?.step.kind === 'stopped'
  return (
    <details open={isOpen} data-key={line.key}>
      <summary
        onClick={event => {
          // The address decides which line is open.
          event.preventDefault()
          onToggle(!isOpen)
        }}
      >
        <Gap of={line} {...{ bar, isStopped, format }} isNamed />
        <span class="wd">
          <span class="step">
            {subject === null ? (
              <bdi class="b">{line.alerts[0]?.title}</bdi>
            ) : (
              <StepText words={actionWords(subject, format)} />
            )}
          </span>
          <br />
          <bdi class="cn">{campaign}</bdi>{' '}
          <span class="m s">
            <Names of={[app.name, network, platformName(platform), countryName(country)]} />
          </span>
        </span>
        <span class="r nw sd">
          {money(dailySpend)}
          <span class="ml m s">/day spend</span>
        </span>
        <span class="r s st">
          <StateTag {...{ line, state }} />
        </span>
        <span class="cv" aria-hidden="true">
          ›
        </span>
      </summary>
      <div class="in">
        {subject !== null && (
          <p>
            <StepText words={stepWords(subject, format)} />
          </p>
        )}
        <ul class="lines">
          {line.alerts.map(alert => (
            <AlertItem key={alert.id} {...{ alert, line }} />
          ))}
        </ul>
        <div class="row acts">
          <Link
            class="btn"
            to={appScreen(app.appId, {
              panel: network,
              open: { platform, network, campaign, country: null },
            })}
          >
            Open campaign
          </Link>
          {state.in === 'open' ? (
            isOpen && <MarkButtons {...{ today, onMark }} />
          ) : (
            <button class="btn" onClick={() => onMark(null)}>
              Move to open
            </button>
          )}
        </div>
      </div>
    </details>
  )
}

function MarkButtons({ today, onMark }: Pick<AlertLineProps, 'today' | 'onMark'>) {
  const [until, setUntil] = useState(addDays(today, SNOOZE))
  return (
    <>
      <button class="btn" data-mark="done" onClick={() => onMark(doneMark())}>
        Done
      </button>
      <button class="btn" data-mark="snooze" onClick={() => onMark(snoozeMark(until))}>
        Snooze until
      </button>
      <input
        type="date"
        aria-label="Snooze until"
        value={until}
        min={addDays(today, 1)}
        onChange={({ currentTarget }) =>
          currentTarget.value > today && setUntil(currentTarget.value)
        }
      />
    </>
  )
}

export function doneMark(): Mark {
  return { kind: 'done', at: new Date().toISOString() }
}

export function snoozeMark(until: string): Mark {
  return { kind: 'snoozed', at: new Date().toISOString(), until }
}

function StateTag({ line, state }: { line: Line; state: State }) {
  const { day } = formatOf(line.app.currency)
  if (state.in === 'snoozed') return <span class="m">Until {day(state.mark.until)}</span>
  if (state.in === 'done') return <span class="m">Done {day(state.mark.at)}</span>
  if (state.back !== null) {
    const { since, mark } = state.back
    return (
      <>
        <span class="tag warn">Back</span>
        <br />
        <span class="m">
          {day(since)}, {mark.kind === 'done' ? `done ${day(mark.at)}` : `snoozed ${day(mark.at)}`}
        </span>
      </>
    )
  }
  return line.isNew ? (
    <span class="tag new">New</span>
  ) : (
    <span class="m">Since {day(line.firstSeen)}</span>
  )
}

function AlertItem({ alert, line }: { alert: Alert; line: Line }) {
  const format = formatOf(line.app.currency)
  const { timesSeen = 1 } = alert
  return (
    <li>
      <span>
        <AlertText alert={alert} dsi={line.app.targetDsi} format={format} />
        <Advice alert={alert} />
      </span>
      <span class="m s nw">
        {timesSeen === 1 ? 'New' : `${timesSeen} times since`} {format.day(seenFirst(alert))}
      </span>
    </li>
  )
}

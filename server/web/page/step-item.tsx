import type { ComponentChildren } from 'preact'
import type { Step } from '../../../generated/client/models.ts'
import type { Format } from '../../core/words/format.ts'
import {
  actionWords,
  doubtOf,
  rangeWords,
  type StepSubject,
  stepWords,
} from '../../core/words/step-words.ts'
import { NotTested } from './not-tested.tsx'
import { Link } from './link.tsx'
import { OneLine } from './one-line.tsx'
import type { Screen } from './screen.ts'

interface StepItemProps {
  position?: number
  subject: StepSubject & { step: Step }
  format: Format
  /** The address that the whole item opens: the campaign, with the step's whole sentence. */
  to: Screen
  /** The step's owner, and its return. */
  children: ComponentChildren
}

/** A step in a line: action, owner, and worth. */
export function StepItem({ position, subject, format, to, children }: StepItemProps) {
  return (
    <li>
      {position !== undefined && (
        <span class="k" aria-hidden="true">
          {position}
        </span>
      )}
      <div class="do" title={stepWords(subject, format)}>
        <Link class="cover b" to={to}>
          {actionWords(subject, format)}
        </Link>
      </div>
      <OneLine kind="why">
        {children}
        {!subject.step.tested && ', '}
        {!subject.step.tested && <NotTested dsi={subject.step.targetDsi} />}
      </OneLine>
      <div class="amt">
        <Worth step={subject.step} format={format} />
      </div>
    </li>
  )
}

interface WorthProps {
  step: Step
  format: Format
  /** Whether a heading says that it is a day's. */
  isNamed?: boolean
}

/** `$2,219 to $2,961/day`; the record of such calls precedes it, if it is doubtful. */
export function Worth({ step, format, isNamed = false }: WorthProps) {
  const { gain, gainLow, gainHigh } = step
  if (gainLow === null) return <span class="m">not priced</span>
  const doubt = doubtOf(step, format)
  return (
    <>
      {doubt !== null && (
        <span class="s warn" title={`Of ${format.count(step.judged)} such calls, ${doubt}`}>
          {doubt.split(' ')[0]} right{' '}
        </span>
      )}
      <b class="b">{gain === null ? rangeWords(gainLow, gainHigh!, format) : format.money(gain)}</b>
      {!isNamed && <span class="m s">/day</span>}
    </>
  )
}

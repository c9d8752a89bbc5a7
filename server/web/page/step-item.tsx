import type { ComponentChildren } from 'preact'
import type { Step } from '../../../generated/client/models.ts'
import type { Format } from '../../core/words/format.ts'
import { actionWords, type StepSubject, stepWords } from '../../core/words/step-words.ts'
import { Worth } from '../parts/campaigns/campaign-columns.tsx'
import { NotTested } from '../parts/not-tested.tsx'
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
      <div class="do one" title={stepWords(subject, format)}>
        <Link class="cover b" to={to}>
          {actionWords(subject, format)}
        </Link>
      </div>
      <OneLine kind="one why">
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

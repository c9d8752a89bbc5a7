import type { ComponentChildren } from 'preact'
import type { Step } from '../../../generated/client/models.ts'
import { StepText } from '../parts/step-text.tsx'
import type { Format } from '../../../mcp/words/format.ts'
import { rangeWords, type StepSubject, stepWords } from '../../../mcp/words/step-words.ts'
import { Link } from './link.tsx'
import type { Screen } from './screen.ts'

interface StepItemProps {
  position?: number
  subject: StepSubject & { step: Step }
  format: Format
  /** The address that the whole item opens. */
  to: Screen
  /** The step's owner, and its return. */
  children: ComponentChildren
}

/** A step in a list: action, owner, and gain. */
export function StepItem({ position, subject, format, to, children }: StepItemProps) {
  return (
    <li>
      {position !== undefined && (
        <span class="k" aria-hidden="true">
          {position}
        </span>
      )}
      <div class="do">
        <Link class="cover" to={to}>
          <StepText words={stepWords(subject, format)} />
        </Link>
        <div class="why s">{children}</div>
      </div>
      <Gain step={subject.step} format={format} />
    </li>
  )
}

/** `$2,219 to $2,961 a day` */
function Gain({ step: { gain, gainLow, gainHigh }, format }: { step: Step; format: Format }) {
  return (
    <div class="amt">
      {gainLow === null ? (
        <span class="s m">no price known</span>
      ) : (
        <>
          <b>{gain === null ? rangeWords(gainLow, gainHigh!, format) : format.money(gain)}</b> <span class="s m">gained a day</span>
        </>
      )}
    </div>
  )
}

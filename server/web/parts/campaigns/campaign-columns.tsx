import type { ComponentChildren } from 'preact'
import type { Step } from '../../../../generated/client/models.ts'
import { sideOf } from '../../../core/model/classification.ts'
import { doubtOf, rangeWords } from '../../../core/words/step-words.ts'
import { Bullet } from '../charts/bullet.tsx'
import { NotTested } from '../not-tested.tsx'
import { signedRate } from '../plan/plan-words.ts'
import { StepText } from '../step-text.tsx'
import type { Format } from '../use-format.ts'
import type { Call } from './call.ts'

/** A campaign, with its recommendation if the run has one. */
export interface CampaignRow {
  key: string
  campaign: string
  call: Call | null
}

export interface CellContext {
  format: Format
  /** Half-width of the HOLD band: 0.05. */
  threshold: number
}

/** A column of every table of campaigns. */
export interface CampaignColumn<Row extends CampaignRow> {
  /** Its name in an address, too. */
  name: string
  label: string
  /** Written below the label. */
  note?: string
  /** Classes of its cells; the stylesheet places some of them in the two lines of a narrow table. */
  kind: string
  /** Width of its track in a wide table. */
  width: string
  /** Sorts by it; nulls last. Without it, the column is not sorted. */
  value?: (row: Row) => string | number | null
  /** Sorts in ascending order first. */
  ascending?: boolean
  show: (row: Row, context: CellContext) => ComponentChildren
  title?: (row: Row, context: CellContext) => string | undefined
}

/** The name, then what a recommendation says. The page, the view in hosts and the report add columns of their own. */
export const CALL_COLUMNS: readonly CampaignColumn<CampaignRow>[] = [
  {
    name: 'campaign',
    label: 'Campaign',
    kind: '',
    width: 'minmax(0, 0.76fr)',
    value: ({ campaign }) => campaign,
    ascending: true,
    show: ({ campaign }) => campaign,
  },
  {
    name: 'call',
    label: 'Call',
    kind: 'ca',
    width: '66px',
    show: ({ call }) =>
      call === null ? <span class="m s">No call</span> : <CallTag action={call.action} />,
  },
  {
    name: 'share',
    label: 'Of target',
    kind: 'w',
    width: '112px',
    value: ({ call }) => call?.share ?? null,
    ascending: true,
    show: ({ call }, context) => (
      <>
        <OfTarget {...{ call, context }} />
        {call !== null && call.share !== null && !call.tested && <NotTested dsi={call.targetDsi} />}
      </>
    ),
  },
  {
    name: 'gap',
    label: 'Off target a day',
    kind: 'r gp',
    width: 'minmax(76px, max-content)',
    value: ({ call }) => call?.gap ?? null,
    ascending: true,
    show: ({ call }, { format, threshold }) =>
      call === null || call.gap === null ? (
        <span class="m">–</span>
      ) : (
        <span class={toneOf(call, threshold)}>
          {signedRate(call.gap, format).replace('/day', '')}
        </span>
      ),
  },
  {
    name: 'step',
    label: 'What to do',
    kind: 'do one',
    width: 'minmax(0, 1.2fr)',
    value: ({ call }) => (call === null || call.step.direction === 'none' ? null : call.priority),
    show: ({ call }) => (call === null ? <span class="m">–</span> : <StepText words={call.head} />),
    title: ({ call }) => call?.words,
  },
  {
    name: 'worth',
    label: 'Worth a day',
    kind: 'r g',
    width: 'fit-content(190px)',
    show: ({ call }, { format }) =>
      call !== null &&
      call.step.direction !== 'none' && <Worth step={call.step} format={format} isNamed />,
  },
]

export function CallTag({ action }: { action: string }) {
  return (
    <span class={`tag ${action === 'REDUCE' ? 'below' : action === 'SCALE' ? 'above' : 'h'}`}>
      {action}
    </span>
  )
}

/** The tone of a call: its side of the target, if it still spends. */
function toneOf({ share, step }: Call, threshold: number): string {
  const side = share === null || step.kind === 'stopped' ? 'held' : sideOf(share, threshold)
  return side === 'held' ? 'm' : side
}

/** The call's predicted ROAS over target; its figures are in the title. */
function OfTarget({
  call,
  context: { format, threshold },
}: {
  call: Call | null
  context: CellContext
}) {
  if (call === null || call.share === null || call.targetRoas === null) {
    return (
      <span class="m s">
        {call === null ? '–' : call.targetRoas === null ? 'no target' : 'no forecast'}
      </span>
    )
  }
  const over = (value: number | null) => (value === null ? null : value / call.targetRoas!)
  return (
    <span class="of" title={`${format.roas(call.predictedRoas)} / ${format.roas(call.targetRoas)}`}>
      <Bullet
        share={call.share}
        low={over(call.predictedLowRoas)}
        high={over(call.predictedHighRoas)}
        threshold={threshold}
        width={66}
      />
      <b class={`b ${toneOf(call, threshold)}`}>{format.share(call.share)}</b>
    </span>
  )
}

interface WorthProps {
  /** A tool's row lacks the record of such calls. */
  step: Pick<Step, 'gain' | 'gainLow' | 'gainHigh'> & Partial<Pick<Step, 'rightShare' | 'judged'>>
  format: Format
  /** Whether a heading says that it is a day's. */
  isNamed?: boolean
}

/** `$2,219 to $2,961/day`; the record of such calls precedes it, if it is doubtful. */
export function Worth({ step, format, isNamed = false }: WorthProps) {
  const { gain, gainLow, gainHigh, rightShare = null, judged = 0 } = step
  if (gainLow === null) return <span class="m">not priced</span>
  const doubt = doubtOf({ rightShare }, format)
  return (
    <>
      {doubt !== null && (
        <span class="s warn" title={`Of ${format.count(judged)} such calls, ${doubt}`}>
          {doubt.split(' ')[0]} right{' '}
        </span>
      )}
      <b class="b">{gain === null ? rangeWords(gainLow, gainHigh!, format) : format.money(gain)}</b>
      {!isNamed && <span class="m s">/day</span>}
    </>
  )
}

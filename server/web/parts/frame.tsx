import { Component, type ComponentChildren, type ComponentType } from 'preact'
import { LOCALE } from './use-format.ts'
import { Header, Picker, wordsOfArgument } from './header.tsx'
import type { Host } from './host.ts'
import { Notice } from './notice.tsx'
import type { Answer, PartialArguments, Problem, RowsTool } from './read-result.ts'
import type { Session, ViewState } from './session.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

interface FrameProps<Name extends RowsTool> {
  view: View<Name>
  session: Session<Name>
  state: ViewState<Name>
  host: Host
}

/** The frame of every view: header, errors and notes. */
export function Frame<Name extends RowsTool>({ view, session, state, host }: FrameProps<Name>) {
  const { phase, answer, args, problem } = state
  const again = host.can.call && args.appId !== undefined ? () => session.askNow(args) : undefined
  return (
    <main aria-busy={phase === 'working'}>
      {answer === null ? (
        <h1>{view.title}</h1>
      ) : (
        <Header title={view.title} answer={answer} host={host} />
      )}
      {problem !== null && <ProblemNotice problem={problem} again={again} />}
      {phase === 'cancelled' && (
        <Notice title="Cancelled">
          The call was canceled before it returned a result.{' '}
          {again !== undefined && <button onClick={again}>Retry</button>}
        </Notice>
      )}
      {phase === 'choosing' && (
        <Picker host={host} onPick={appId => session.askNow({ ...args, appId })} />
      )}
      {answer === null && (phase === 'waiting' || phase === 'working') && (
        <Waiting phase={phase} args={args} />
      )}
      {phase === 'ended' && answer === null && problem === null && <Notice title="Closed" />}
      {answer !== null && (
        <>
          {phase === 'working' && <progress class="asking" aria-label="Asking again" />}
          <ErrorBoundary answer={answer}>
            {!isNoteOnly(answer) && <ResultNotes answer={answer} />}
            <view.Body answer={answer} args={args} host={host} ask={next => session.ask(next)} />
            {isNoteOnly(answer) && <ResultNotes answer={answer} />}
          </ErrorBoundary>
        </>
      )}
    </main>
  )
}

function Waiting({ phase, args }: { phase: 'waiting' | 'working'; args: object }) {
  const known = Object.entries(args).filter(
    ([name, value]) => name !== 'appId' && value !== undefined,
  )
  return (
    <div class="waiting" role="status">
      <progress aria-label="Loading" />
      <p>{phase === 'waiting' ? 'Waiting for the request.' : 'Loading the result.'}</p>
      {known.length > 0 && (
        <p class="m">
          {known.map(([name, value]) => `${wordsOfArgument(name)}: ${shortened(value)}`).join(', ')}
        </p>
      )}
    </div>
  )
}

/** `WEEKLY` is an argument's word, `AXON US` a name. */
function enumWords(value: string): string {
  return /^[A-Z_]{4,}$/.test(value) ? value.toLowerCase().replaceAll('_', ' ') : value
}

/** Formats an argument, whatever type the host gives. */
function shortened(value: unknown): string {
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string'
      ? enumWords(value)
      : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

interface Noted {
  rows: readonly unknown[]
  note?: string
  unmatched?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** Remarks follow the rows they describe; reasons for missing rows precede them. */
function isNoteOnly({ rows, unmatched = {} }: Noted): boolean {
  return rows.length > 0 && Object.keys(unmatched).length === 0
}

function ResultNotes({ answer }: { answer: Noted }) {
  const unmatched = Object.entries(answer.unmatched ?? {}).flatMap(([filter, names]) =>
    Object.entries(names).map(
      ([name, near]) =>
        `${filter}: no match for “${name}”${near.length > 0 ? `; closest: ${near.join(', ')}` : ''}.`,
    ),
  )
  // In the spelling of the page.
  const note = (answer.note ?? '').replace(/\bd(\d+)\b/g, 'D$1').replace(/(\d) %/g, '$1%')
  const notes = [...unmatched, ...(note === '' ? [] : [note])]
  if (answer.rows.length > 0 && notes.length === 0) return null
  return (
    <Notice
      title={answer.rows.length === 0 ? 'Nothing matches' : 'Note'}
      tone={unmatched.length > 0 ? 'warning' : 'plain'}
    >
      {notes.map(text => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}

function ProblemNotice({ problem, again }: { problem: Problem; again: (() => void) | undefined }) {
  const wait = useSecondsUntil(problem.again)
  const title = {
    refused: 'Request rejected',
    limited: 'Too many requests',
    failed: 'No response',
  }[problem.kind]
  const at =
    problem.again === undefined
      ? ''
      : new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' }).format(problem.again)
  return (
    <Notice tone={problem.kind === 'limited' ? 'warning' : 'error'} title={title}>
      <p>
        {problem.message}
        {problem.again !== undefined &&
          ` Try again at ${at}${wait > 0 ? `, in ${wait} s` : ': now'}.`}
      </p>
      {again !== undefined && (
        <button onClick={again} disabled={wait > 0}>
          Try again
        </button>
      )}
    </Notice>
  )
}

/** Input of a view's body. */
export interface ViewProps<Name extends RowsTool> {
  answer: Answer<Name>
  /** Known arguments of the result; `appId` is always known. */
  args: PartialArguments<Name>
  host: Host
  ask: (args: PartialArguments<Name>) => void
}

/** A tool's view; `Body` renders once rows are loaded. */
export interface View<Name extends RowsTool> {
  tool: Name
  title: string
  Body: ComponentType<ViewProps<Name>>
}

/** Error boundary: shows a notice if rendering fails, until the next result. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: object | null }> {
  override state = { failed: null }

  override componentDidCatch(error: unknown): void {
    console.error(error)
    this.setState({ failed: this.props.answer })
  }

  override render() {
    if (this.state.failed !== this.props.answer) return this.props.children
    return (
      <Notice tone="error" title="Cannot display this result">
        The host sent it in a format that the view cannot read. The chat has it as text.
      </Notice>
    )
  }
}

interface ErrorBoundaryProps {
  answer: object
  children: ComponentChildren
}

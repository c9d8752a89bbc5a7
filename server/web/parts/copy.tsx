import { useCallback, useState } from 'preact/hooks'
import type { Host } from './host.ts'

interface CopyProps {
  label: string
  /** Called when the user copies. */
  text: () => string
}

/** Copies a text; if the host's frame forbids it, shows the text for copying by hand. */
export function Copy({ label, text }: CopyProps) {
  const [state, setState] = useState<{ said: string; text?: string }>({ said: '' })
  async function copy(): Promise<void> {
    const copied = text()
    setState(
      (await written(copied)) ? { said: 'Copied' } : { said: 'Copy it from here:', text: copied },
    )
  }
  return (
    <span class="copy">
      <button onClick={() => void copy()}>{label}</button> <span role="status">{state.said}</span>
      {state.text !== undefined && (
        <textarea readOnly rows={4} aria-label={label} ref={area => area?.select()}>
          {state.text}
        </textarea>
      )}
    </span>
  )
}

export async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithExecCommand(text)
  }
}

/** A frame without clipboard permission may still copy a selection. */
function copyWithExecCommand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}

export interface ChatMessage {
  /** The message sent to the chat in the user's name. */
  question: string
  /** Context for the model: a summary, and the same as data. */
  summary: string
  selection: Record<string, unknown>
}

interface HandOverProps extends ChatMessage {
  host: Host
  label: string
}

/** Sends the selection to the chat: as a message if the host takes one, otherwise as context for the model. */
export function HandOver({ host, label, question, summary, selection }: HandOverProps) {
  const [said, setSaid] = useState('')
  if (!host.can.message && !host.can.modelContext) return null
  async function handOver(): Promise<void> {
    const isSent = host.can.modelContext && (await host.tellModel(summary, selection))
    const isMessageSent =
      host.can.message && (await host.say(isSent ? question : `${question}\n\n${summary}`))
    setSaid(
      isMessageSent
        ? 'Sent to the chat'
        : isSent
          ? 'Added to the chat’s context'
          : 'The host rejected it',
    )
  }
  return (
    <span class="hand-over">
      <button onClick={() => void handOver()}>{label}</button> <span role="status">{said}</span>
    </span>
  )
}

/** Selects all shown rows; shows how many are selected. */
export function SelectAll({
  keys,
  selection,
  count,
}: {
  keys: readonly string[]
  selection: Selection
  count: number
}) {
  const ticked = keys.filter(key => selection.keys.has(key)).length
  return (
    <span>
      <label>
        <input
          type="checkbox"
          checked={keys.length > 0 && ticked === keys.length}
          ref={box => {
            if (box !== null) box.indeterminate = ticked > 0 && ticked < keys.length
          }}
          onChange={() => selection.toggleAll(keys)}
        />{' '}
        Select all
      </label>{' '}
      <span class="muted" role="status">
        {count > 0 && `${count} selected`}
      </span>
    </span>
  )
}

/** The selected keys. */
export interface Selection {
  keys: ReadonlySet<string>
  toggle: (key: string) => void
  /** Selects all of `keys`, or none if all are selected. */
  toggleAll: (keys: readonly string[]) => void
}

/** Holds a selection. `toggle` keeps its identity, for memoized components. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (key: string) =>
      setKeys(before => (before.has(key) ? without(before, [key]) : new Set([...before, key]))),
    [],
  )
  const toggleAll = useCallback(
    (all: readonly string[]) =>
      setKeys(before =>
        all.every(key => before.has(key)) ? without(before, all) : new Set([...before, ...all]),
      ),
    [],
  )
  return { keys, toggle, toggleAll }
}

function without(keys: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  const missing = new Set(keys)
  for (const key of removed) missing.delete(key)
  return missing
}

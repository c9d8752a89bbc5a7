import { useState } from 'preact/hooks'

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

async function written(text: string): Promise<boolean> {
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

import { useRef, useState } from 'preact/hooks'

export interface Handed {
  message: string
  known: string
}

/** Text that a view sends to a chat; here the user copies it, since this page has no chat. */
export function ChatPanel({ handed, onClear }: { handed: Handed; onClear: () => void }) {
  const text = [handed.message, handed.known].filter(part => part !== '').join('\n\n')
  const area = useRef<HTMLTextAreaElement>(null)
  const [status, setStatus] = useState('')
  if (text === '') return null
  async function copy(): Promise<void> {
    area.current?.select()
    try {
      await navigator.clipboard.writeText(text)
      setStatus('Copied')
    } catch {
      setStatus('Text selected; press Ctrl+C or Cmd+C to copy')
    }
  }
  return (
    <section class="card chat" aria-labelledby="for-chat">
      <h2 id="for-chat">For your chat</h2>
      <p class="muted">In a chat, the view sends this to the model. Here, copy it into your chat.</p>
      <textarea ref={area} readOnly rows={Math.min(6, text.split('\n').length + 1)} aria-labelledby="for-chat" value={text} />
      <div class="bar">
        <button onClick={() => void copy()}>Copy</button>
        <button onClick={onClear}>Clear</button>
        <span role="status">{status}</span>
      </div>
    </section>
  )
}

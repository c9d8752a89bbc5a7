import { useRef, useState } from 'preact/hooks'

/** What views handed over: what was said last, and what is to be known. */
export interface Handed {
  message: string
  known: string
}

/** What a view hands to a chat, to be copied: this page has none. */
export function ChatPanel({ handed, onClear }: { handed: Handed; onClear: () => void }) {
  const text = [handed.message, handed.known].filter(part => part !== '').join('\n\n')
  const area = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState('')
  if (text === '') return null
  async function copy(): Promise<void> {
    area.current?.select()
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid('Selected: copy it with the keyboard')
    }
  }
  return (
    <section class="card chat" aria-labelledby="for-chat">
      <h2 id="for-chat">For your chat</h2>
      <p class="muted">In a chat, the view would have handed this to the model. There is none here: paste it into yours.</p>
      <textarea ref={area} readOnly rows={Math.min(6, text.split('\n').length + 1)} aria-labelledby="for-chat" value={text} />
      <div class="bar">
        <button onClick={() => void copy()}>Copy</button>
        <button onClick={onClear}>Clear</button>
        <span role="status">{said}</span>
      </div>
    </section>
  )
}

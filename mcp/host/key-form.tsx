import { useState } from 'preact/hooks'
import type { Trouble } from './service.ts'
import { TroubleNotice } from './trouble-notice.tsx'

interface KeyFormProps {
  given: string
  trouble: Trouble | null
  isBusy: boolean
  onKey: (key: string) => void
}

/** Asks for an API key and explains where to get one. */
export function KeyForm({ given, trouble, isBusy, onKey }: KeyFormProps) {
  const [text, setText] = useState(given)
  const [isInvalid, setInvalid] = useState(false)
  function submit(event: Event): void {
    event.preventDefault()
    // Accepts the whole line from the console, or a header.
    const key = text.trim().replace(/^(API key:|(Authorization: *)?Bearer )\s*/i, '')
    // A key must fit in a header.
    const isValid = /^[\x21-\x7e]+$/.test(key)
    setInvalid(!isValid)
    if (isValid) onKey(key)
  }
  return (
    <section class="card" aria-labelledby="ask-key">
      <h1 id="ask-key">See your marketing data</h1>
      <p>
        Spend recommendations, cohort reports, ROAS history and alerts, in the interactive views that MCP hosts show in chats. To open them,
        enter an API key.
      </p>
      {isInvalid && (
        <p class="notice error" role="alert">
          Not an API key. A key is one word, such as <code>uascope_…</code>
        </p>
      )}
      {!isInvalid && trouble !== null && <TroubleNotice trouble={trouble} />}
      <form class="ask" onSubmit={submit}>
        <label>
          <span class="label">API key</span>
          <input
            type="password"
            name="key"
            required
            autocomplete="off"
            spellcheck={false}
            value={text}
            placeholder="uascope_…"
            aria-describedby="about-key"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button class="main" disabled={isBusy}>
          {isBusy ? 'Opening' : 'Open'}
        </button>
      </form>
      <div id="about-key" class="muted">
        <p>
          <strong>Demo:</strong> <code>npm start</code> prints one key per company to the console, in lines such as{' '}
          <code>API key: uascope_…</code>
        </p>
        <p>
          <strong>Your own data:</strong> ask the operator of the service, who creates keys with{' '}
          <code>npm run -s admin -- keys create --company ID</code>.
        </p>
        <p>The key stays in this tab until you close it or choose Forget key. It is sent only to this service.</p>
      </div>
    </section>
  )
}

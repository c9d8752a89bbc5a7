import { useState } from 'preact/hooks'
import type { Trouble } from './service.ts'
import { TroubleNotice } from './trouble-notice.tsx'

interface KeyFormProps {
  given: string
  trouble: Trouble | null
  isBusy: boolean
  onKey: (key: string) => void
}

/** Asks for a key and says where one comes from. */
export function KeyForm({ given, trouble, isBusy, onKey }: KeyFormProps) {
  const [text, setText] = useState(given)
  const [odd, setOdd] = useState(false)
  function submit(event: Event): void {
    event.preventDefault()
    // As it stands in the console, or in a header.
    const key = text.trim().replace(/^(API key:|(Authorization: *)?Bearer )\s*/i, '')
    // What a header cannot hold is no key.
    const isOdd = !/^[\x21-\x7e]+$/.test(key)
    setOdd(isOdd)
    if (!isOdd) onKey(key)
  }
  return (
    <section class="card" aria-labelledby="ask-key">
      <h1 id="ask-key">See your marketing data</h1>
      <p>
        Spend recommendations, cohort reports, ROAS history and alerts, as the interactive views that this service shows in chats. Open them
        with an API key.
      </p>
      {odd && (
        <p class="notice error" role="alert">
          This is no key: a key is one word, such as <code>uascope_…</code>
        </p>
      )}
      {!odd && trouble !== null && <TroubleNotice trouble={trouble} />}
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
          <strong>On the demo:</strong> <code>npm start</code> prints a key for each company to its console, in lines such as{' '}
          <code>API key: uascope_…</code>
        </p>
        <p>
          <strong>On your own data:</strong> whoever runs the service makes one with{' '}
          <code>npm run -s admin -- keys create --company ID</code>.
        </p>
        <p>The key stays in this tab until you close it, or let it be forgotten, and is sent to this service alone.</p>
      </div>
    </section>
  )
}

import { useState } from 'preact/hooks'
import type { Trouble } from './data/trouble.ts'
import { keyCommand } from './settings.ts'

interface KeyFormProps {
  initialKey: string
  trouble: Trouble | null
  onKey: (key: string) => void
}

/** Asks for an API key and explains where to get one. */
export function KeyForm(props: KeyFormProps) {
  return (
    <section class="card pad entry" aria-labelledby="ask-key">
      <h1 id="ask-key">See your company’s apps</h1>
      <p class="lead">
        Spend against target, what changed and what to do next. Enter an API key to open them.
      </p>
      <KeyFields {...props} />
    </section>
  )
}

export function KeyFields({ initialKey, trouble, onKey }: KeyFormProps) {
  const [text, setText] = useState(initialKey)
  const [isInvalid, setInvalid] = useState(false)
  function submit(event: Event): void {
    event.preventDefault()
    // Accepts the whole line from the console, or a header.
    const key = text.trim().replace(/^(API key:|(Authorization: *)?Bearer )\s*|\s+\(.*\)$/gi, '')
    // A key must fit in a header.
    const isValid = /^[\x21-\x7e]+$/.test(key)
    setInvalid(!isValid)
    if (isValid) onKey(key)
  }
  return (
    <>
      {isInvalid && (
        <p class="notice error" role="alert">
          Not an API key. A key is one word, such as <code>uascope_…</code>
        </p>
      )}
      {!isInvalid && trouble !== null && (
        <p class="notice error" role="alert">
          {trouble.message}
        </p>
      )}
      <form class="row ask" onSubmit={submit}>
        <label>
          <span class="b">API key</span>
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
        <button class="btn main">Open</button>
      </form>
      <div id="about-key" class="m about">
        <p>
          A key is a long word that begins with uascope_. Ask the operator of uascope in your
          company for one.
        </p>
        <p>
          The key stays in this tab until you close it or choose Forget key. It is sent only to this
          service.
        </p>
        <details>
          <summary>If you run uascope yourself</summary>
          <p>
            The demo’s <code>npm start</code> prints one key per company, in lines such as{' '}
            <code>API key: uascope_…</code>
          </p>
          <p>
            Create a key for your own data with <code>{keyCommand()}</code>.
          </p>
        </details>
      </div>
    </>
  )
}

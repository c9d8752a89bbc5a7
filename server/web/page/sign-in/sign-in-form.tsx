import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Trouble } from '../data/trouble.ts'

interface SignInFormProps {
  trouble: Trouble | null
  /** Whether a key was rejected, which the person then sees. */
  isKeyTried: boolean
  /** Rejects with an Error for people if the issuer cannot be reached. */
  onSignIn: () => Promise<void>
  /** The fields for an API key. */
  children: ComponentChildren
}

/** Asks to sign in; an API key is the second choice. */
export function SignInForm({ trouble, isKeyTried, onSignIn, children }: SignInFormProps) {
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    // Back from the issuer: browsers restore the page as it was left.
    const enable = () => setLeaving(false)
    addEventListener('pageshow', enable)
    return () => removeEventListener('pageshow', enable)
  }, [])
  const message = failure ?? trouble?.message ?? null
  function signIn(): void {
    setFailure(null)
    setLeaving(true)
    onSignIn().catch((error: unknown) => {
      setFailure(error instanceof Error ? error.message : String(error))
      setLeaving(false)
    })
  }
  return (
    <section class="card pad entry" aria-labelledby="ask-key">
      <h1 id="ask-key">See your company’s apps</h1>
      <p class="lead">Spend against target, what changed and what to do next.</p>
      {message !== null && (
        <p class="notice error" role="alert">
          {message}
        </p>
      )}
      <button class="btn main" disabled={isLeaving} onClick={signIn}>
        {isLeaving ? 'Opening the sign-in page…' : 'Sign in'}
      </button>
      <details class="about" open={isKeyTried}>
        <summary>Use an API key</summary>
        {children}
      </details>
    </section>
  )
}

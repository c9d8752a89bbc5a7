import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Credential } from './data/credential.ts'
import { Service } from './data/page-service.ts'
import type { Trouble } from './data/trouble.ts'
import { ServiceProvider } from './data/use-answer.ts'
import { KeyFields, KeyForm } from './key-form.tsx'
import { keepKey, keptKey } from './settings.ts'
import { Screens } from './screens.tsx'
import { Shell } from './shell.tsx'
import { Session } from './sign-in/session.ts'
import { SignInForm } from './sign-in/sign-in-form.tsx'
import { type SignIn, signInTrouble } from './sign-in/sign-in.ts'
import { NavigationProvider, useHistory } from './use-screen.ts'

interface PageProps {
  /** Null: by API key only. */
  signIn: SignIn | null
}

/** The page at `/`: asks for a credential, then shows the screen in the address. */
export function Page({ signIn }: PageProps) {
  const [credential, setCredential] = useState<Credential | null>(keptCredential)
  const [isResuming, setResuming] = useState(signIn !== null && credential === null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const service = useMemo(
    () => (credential === null ? null : new Service(credential)),
    [credential],
  )
  const [initialKey, setInitialKey] = useState('')
  const navigation = useHistory()
  useEffect(() => {
    if (signIn === null || !isResuming) return
    signIn
      .resume()
      .then(setCredential, (error: unknown) => setTrouble(signInTrouble(error)))
      .finally(() => setResuming(false))
  }, [])

  function forget(cause: Trouble | null): void {
    service?.close()
    keepKey(null)
    signIn?.forget()
    const isSession = credential instanceof Session
    // A rejected key is shown again for correction.
    setInitialKey(cause === null || isSession ? '' : (credential?.id ?? ''))
    setCredential(null)
    setTrouble(
      isSession && cause?.kind === 'key'
        ? { ...cause, message: 'Your sign-in has ended. Sign in again.' }
        : cause,
    )
  }
  const fields = {
    initialKey,
    trouble,
    onKey: (key: string) => {
      keepKey(key)
      setTrouble(null)
      setCredential(keyCredential(key))
    },
  }
  return (
    <NavigationProvider value={navigation}>
      {service !== null ? (
        <ServiceProvider value={service}>
          <Screens
            who={credential instanceof Session ? (credential.name ?? '') : null}
            onForget={() => forget(null)}
            onRefused={forget}
          />
        </ServiceProvider>
      ) : (
        <Shell isOpen={false}>
          {isResuming ? (
            <p role="status">Signing in…</p>
          ) : signIn === null ? (
            <KeyForm {...fields} />
          ) : (
            <SignInForm
              trouble={trouble}
              isKeyTried={initialKey !== ''}
              onSignIn={() => signIn.begin()}
            >
              <KeyFields {...fields} trouble={null} />
            </SignInForm>
          )}
        </Shell>
      )}
    </NavigationProvider>
  )
}

function keptCredential(): Credential | null {
  const key = keptKey()
  return key === null ? null : keyCredential(key)
}

function keyCredential(key: string): Credential {
  return { id: key, authorization: async () => `Bearer ${key}` }
}

import { useMemo, useState } from 'preact/hooks'
import { type Credential, Service } from './data/service.ts'
import type { Trouble } from './data/trouble.ts'
import { ServiceProvider } from './data/use-answer.ts'
import { KeyForm } from './key-form.tsx'
import { keepKey, keptKey } from './settings.ts'
import { Screens } from './screens.tsx'
import { Shell } from './shell.tsx'
import { NavigationProvider, useHistory } from './use-screen.ts'

/** The page at `/`: asks for a key, then shows the screen that the address names. */
export function Page() {
  const [key, setKey] = useState(keptKey)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const service = useMemo(() => (key === null ? null : new Service(keyCredential(key))), [key])
  const [given, setGiven] = useState('')
  const navigation = useHistory()

  function forget(found: Trouble | null): void {
    service?.close()
    keepKey(null)
    // A refused key is shown again, to be corrected.
    setGiven(found === null ? '' : (key ?? ''))
    setKey(null)
    setTrouble(found)
  }
  return (
    <NavigationProvider value={navigation}>
      {service === null ? (
        <Shell isOpen={false}>
          <KeyForm
            given={given}
            trouble={trouble}
            onKey={key => {
              keepKey(key)
              setTrouble(null)
              setKey(key)
            }}
          />
        </Shell>
      ) : (
        <ServiceProvider value={service}>
          <Screens onForget={() => forget(null)} onRefused={forget} />
        </ServiceProvider>
      )}
    </NavigationProvider>
  )
}

function keyCredential(key: string): Credential {
  return { id: key, authorization: async () => `Bearer ${key}` }
}

import { useEffect, useState } from 'preact/hooks'
import { keepKey, keptKey, Service, THEMES, type Trouble, troubleOf } from './service.ts'
import { KeyForm } from './key-form.tsx'
import { useTheme } from './place.ts'
import { ViewsPage } from './views-page.tsx'
import { words } from './words.ts'

/** The page at `/`: asks for a key and shows the views. */
export function Page() {
  const [service, setService] = useState<Service | null>(null)
  const [key, setKey] = useState(keptKey)
  const [isBusy, setBusy] = useState(key !== null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isFull, setFull] = useState(false)
  const { chosen, theme, choose } = useTheme()

  async function open(given: string): Promise<void> {
    setKey(given)
    setBusy(true)
    setTrouble(null)
    try {
      const opened = await Service.open(given)
      keepKey(given)
      setService(opened)
    } catch (error) {
      refused(troubleOf(error))
    }
    setBusy(false)
  }
  function refused(found: Trouble): void {
    if (found.kind === 'key') keepKey(null)
    setService(null)
    setTrouble(found)
  }
  function forget(): void {
    keepKey(null)
    setKey(null)
    setService(null)
    setTrouble(null)
  }
  useEffect(() => {
    if (key !== null) void open(key)
  }, [])

  return (
    <>
      <header class="top" inert={isFull}>
        <a class="brand" href="#">
          uascope
        </a>
        <nav aria-label="Documentation">
          <a href="docs">API docs</a>
          <a href="openapi.yaml">openapi.yaml</a>
        </nav>
        <label class="theme">
          <span class="unseen">Theme</span>
          <select value={chosen} onChange={({ currentTarget }) => choose(THEMES[currentTarget.selectedIndex]!)}>
            {THEMES.map(name => (
              <option key={name} value={name}>
                {words(name)}
              </option>
            ))}
          </select>
        </label>
        {service !== null && <button onClick={forget}>Forget key</button>}
      </header>
      <main>
        {service !== null ? (
          <ViewsPage service={service} theme={theme} isFull={isFull} setFull={setFull} onRefused={refused} />
        ) : isBusy && trouble === null && keptKey() !== null ? (
          <p role="status">Opening…</p>
        ) : (
          <KeyForm
            key={String(isBusy && key === null)}
            given={key ?? ''}
            trouble={trouble}
            isBusy={isBusy}
            onKey={given => void open(given)}
          />
        )}
      </main>
    </>
  )
}

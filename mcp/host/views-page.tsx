import { useEffect, useState } from 'preact/hooks'
import { ArgumentsForm } from './arguments-form.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { argumentsOf, firstQuestion, type Texts } from './fields.ts'
import { formatPlace, usePlace } from './place.ts'
import type { Service, Trouble } from './service.ts'
import { TroubleNotice } from './trouble-notice.tsx'
import { ViewFrame } from './view-frame.tsx'
import { words } from './words.ts'

const NOTHING = { message: '', known: '' }

interface ViewsPageProps {
  service: Service
  theme: 'light' | 'dark'
  isFull: boolean
  setFull: (isFull: boolean) => void
  onRefused: (trouble: Trouble) => void
}

/** Shows one view at a time; the address names the view and its arguments. */
export function ViewsPage({ service, theme, isFull, setFull, onRefused }: ViewsPageProps) {
  const { views, apps } = service
  const place = usePlace()
  const view = views.find(({ name }) => name === place.view) ?? views[0]
  const appId = place.texts['appId'] ?? String(apps[0]?.id ?? '')
  const isComplete = view?.name === place.view && place.texts['appId'] !== undefined
  const [asked, setAsked] = useState(0)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [handed, setHanded] = useState(NOTHING)
  const address = formatPlace(place)

  /** The initial arguments of a view, for the current app or another. */
  function first(name: string, id = appId): Texts {
    const app = apps.find(other => String(other.id) === id)
    return app === undefined ? { appId: id } : firstQuestion(name, app)
  }

  useEffect(() => {
    setTrouble(null)
    setHanded(NOTHING)
    setFull(false)
    if (view === undefined || isComplete || appId === '') return
    const texts = view.name === place.view && Object.keys(place.texts).length > 0 ? place.texts : first(view.name)
    location.replace(formatPlace({ view: view.name, texts: { appId, ...texts } }))
  }, [address, asked])

  if (view === undefined) return <p class="notice error">The service has no views.</p>
  if (appId === '')
    return <p class="notice">This key has no access to any app yet. Import data, or use the key of a company that has apps.</p>

  function show(texts: Texts): void {
    // Initial arguments of one app may not suit another, and the user did not choose them.
    const isFirst = texts['appId'] !== appId && same({ ...texts, appId }, first(view!.name))
    const next = formatPlace({ view: view!.name, texts: isFirst ? first(view!.name, texts['appId']) : texts })
    if (next === address) setAsked(asked + 1)
    else location.hash = next
  }
  function handOver(part: Partial<typeof NOTHING>): void {
    // Leaves full screen to show the message below the view.
    if (part.message !== undefined) setFull(false)
    setHanded(before => ({ ...before, ...part }))
  }
  const call = `${address} ${asked}`
  return (
    <>
      <nav aria-label="Views" inert={isFull}>
        {views.map(({ name }) => (
          <a
            key={name}
            href={formatPlace({ view: name, texts: first(name) })}
            {...(name === view.name && { 'aria-current': 'page' as const })}
          >
            {words(name)}
          </a>
        ))}
      </nav>
      <h1 class="unseen">{words(view.name)}</h1>
      {isComplete && (
        <>
          <div inert={isFull}>
            <ArgumentsForm key={view.name} tool={view.tool} apps={apps} texts={place.texts} onShow={show} />
          </div>
          {trouble !== null && <TroubleNotice trouble={trouble} again={() => setAsked(asked + 1)} />}
          <ViewFrame
            key={call}
            label={words(view.name)}
            service={service}
            view={view}
            given={argumentsOf(view.tool, place.texts)}
            theme={theme}
            isFull={isFull}
            setFull={setFull}
            onHandOver={handOver}
            onTrouble={found => (found.kind === 'key' ? onRefused(found) : setTrouble(found))}
          />
          <p class="unseen" role="status">
            {handed === NOTHING ? '' : 'The view has text for your chat: copy it below the view.'}
          </p>
          <ChatPanel handed={handed} onClear={() => setHanded(NOTHING)} />
        </>
      )}
    </>
  )
}

function same(a: Texts, b: Texts): boolean {
  const sorted = (texts: Texts) =>
    JSON.stringify(
      Object.entries(texts)
        .filter(([, text]) => text !== '')
        .sort(),
    )
  return sorted(a) === sorted(b)
}

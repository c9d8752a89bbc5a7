import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { openView, type Opened, type Opening } from './open-view.ts'

interface ViewFrameProps extends Omit<Opening, 'context' | 'onHeight' | 'onMode' | 'onBegun' | 'onResult'> {
  label: string
  theme: 'light' | 'dark'
  isFull: boolean
  setFull: (isFull: boolean) => void
}

/** Maximum height of a frame, px; taller views scroll. */
const MAX_HEIGHT = 20_000

/** Calls a tool and shows its view. */
export function ViewFrame(props: ViewFrameProps) {
  const { label, theme, view, isFull, setFull } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const opened = useRef<Opened>(null)
  const [height, setHeight] = useState(480)
  const [isWaiting, setWaiting] = useState(true)
  const [hasBegun, setBegun] = useState(false)
  const size = useWindowSize()
  const context = useMemo<McpUiHostContext>(() => {
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const { tool } = view
    return {
      theme,
      locale: navigator.language || locale,
      timeZone,
      displayMode: isFull ? 'fullscreen' : 'inline',
      availableDisplayModes: ['inline', 'fullscreen'],
      containerDimensions: isFull ? { width: size.width, height: size.height - BAR } : { width: frame.current?.clientWidth ?? size.width },
      platform: 'web',
      userAgent: 'uascope-page',
      toolInfo: { tool },
    }
  }, [theme, isFull, size.width, size.height, view])

  useEffect(() => {
    const shown = openView(frame.current!, {
      ...props,
      context,
      onHeight: asked => setHeight(Math.min(Math.ceil(asked), MAX_HEIGHT)),
      onMode: mode => setFull(mode === 'fullscreen'),
      onBegun: () => setBegun(true),
      onResult: () => setWaiting(false),
      onTrouble(trouble) {
        setWaiting(false)
        setBegun(true)
        props.onTrouble(trouble)
      },
    })
    opened.current = shown
    return () => shown.close()
  }, [])
  useEffect(() => opened.current?.update(context), [context])
  useEffect(() => {
    if (!isFull) return
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && setFull(false)
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [isFull])

  return (
    <section class={isFull ? 'stage full' : 'stage'} aria-label={label} aria-busy={isWaiting}>
      {isFull && (
        <div class="bar">
          <strong>{label}</strong>
          <button onClick={() => setFull(false)}>Close full screen</button>
        </div>
      )}
      {!hasBegun && (
        <p class="loading" role="status">
          Loading the view…
        </p>
      )}
      <iframe ref={frame} title={label} sandbox="allow-scripts" style={isFull ? {} : { height: `${height}px` }} />
    </section>
  )
}

/** Height of what stands over a view in full screen, in px. */
const BAR = 44

function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight })
  useEffect(() => {
    const changed = () => setSize({ width: innerWidth, height: innerHeight })
    addEventListener('resize', changed)
    return () => removeEventListener('resize', changed)
  }, [])
  return size
}

import { useEffect, useState } from 'preact/hooks'
import type { Texts } from './fields.ts'
import { keepTheme, keptTheme, type Theme } from './service.ts'

export interface Place {
  view: string
  texts: Texts
}

/** `#report?appId=101&metrics=spend,roas` */
function parsePlace(hash: string): Place {
  const [view = '', query = ''] = cut(hash.replace(/^#/, ''))
  return { view, texts: Object.fromEntries(new URLSearchParams(query)) }
}

export function formatPlace({ view, texts }: Place): string {
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  // Commas need no escape in a fragment; unescaped lists are easier to read.
  return `#${view}?${new URLSearchParams(given).toString().replaceAll('%2C', ',')}`
}

/** The place in the current address; updates on change. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const changed = () => setHash(location.hash)
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return parsePlace(hash)
}

function cut(text: string): [string, string] {
  const at = text.indexOf('?')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Opens a link in a new tab; false unless it is HTTPS or of this service. */
export function followLink(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !(url.protocol === 'https:' || url.origin === location.origin)) return false
  click(url.href, anchor => {
    anchor.target = '_blank'
    anchor.rel = 'noopener noreferrer'
  })
  return true
}

/** Downloads an export of this service; false for any other address. */
export function downloadLink({ uri, name }: { uri: string; name: string }): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : null
  const exports = new URL('v1/exports/', document.baseURI)
  if (url === null || !isHere(url) || !url.pathname.startsWith(exports.pathname)) return false
  click(new URL(url.pathname.slice(exports.pathname.length), exports).href, anchor => {
    anchor.download = name
  })
  return true
}

/** Loopback has several names, and links carry the one that the service was started with. */
function isHere(url: URL): boolean {
  if (url.origin === location.origin) return true
  const names = ['localhost', '127.0.0.1', '[::1]']
  return (
    url.protocol === location.protocol && url.port === location.port && names.includes(url.hostname) && names.includes(location.hostname)
  )
}

function click(href: string, prepare: (anchor: HTMLAnchorElement) => void): void {
  const anchor = document.createElement('a')
  anchor.href = href
  prepare(anchor)
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Light or dark: as chosen, else as the system is. */
export function useTheme(): { chosen: Theme; theme: 'light' | 'dark'; choose: (theme: Theme) => void } {
  const [chosen, setChosen] = useState(keptTheme)
  const [isDark, setDark] = useState(dark.matches)
  useEffect(() => {
    const changed = () => setDark(dark.matches)
    dark.addEventListener('change', changed)
    return () => dark.removeEventListener('change', changed)
  }, [])
  const theme = chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  return {
    chosen,
    theme,
    choose(next) {
      keepTheme(next)
      setChosen(next)
    },
  }
}

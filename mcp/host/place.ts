import { useEffect, useState } from 'preact/hooks'
import type { Texts } from './fields.ts'

/** What the address says after its `#`: which view, and of what. The key is never in it. */
export interface Place {
  view: string
  texts: Texts
}

/** `#report?appId=101&metrics=spend,roas` */
export function parsePlace(hash: string): Place {
  const [view = '', query = ''] = cut(hash.replace(/^#/, ''))
  return { view, texts: Object.fromEntries(new URLSearchParams(query)) }
}

export function formatPlace({ view, texts }: Place): string {
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  // Commas mean nothing special there, and lists are easier to read with them.
  return `#${view}?${new URLSearchParams(given).toString().replaceAll('%2C', ',')}`
}

/** The place that the address names, as it changes. */
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

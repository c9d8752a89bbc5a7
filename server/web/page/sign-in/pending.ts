import { read, write } from '../settings.ts'

/** A sign-in started by this tab, while the person is at the issuer. Contains no token. */
export interface Pending {
  state: string
  nonce: string
  /** The verifier of PKCE. */
  verifier: string
  /** Path, query and fragment to return to. */
  back: string
  /** The request had `prompt=none`. */
  isSilent: boolean
}

const PENDING = 'uascope-sign-in'
const SIGNED_IN = 'uascope-signed-in'

export function keepPending(pending: Pending): void {
  write('sessionStorage', PENDING, JSON.stringify(pending))
}

export interface Callback {
  /** The address to which the issuer sent the person. */
  url: URL
  /** Null: this tab started no sign-in. */
  pending: Pending | null
}

/** Removes the issuer's response from the address and restores the original one. Null if there is none. A response counts once. */
export function takeCallback(): Callback | null {
  const url = new URL(location.href)
  const { searchParams: query } = url
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return null
  const pending = readPending()
  write('sessionStorage', PENDING, null)
  history.replaceState(null, '', pending?.back ?? url.pathname)
  return { url, pending }
}

function readPending(): Pending | null {
  try {
    return JSON.parse(read('sessionStorage', PENDING) ?? 'null') as Pending | null
  } catch {
    return null
  }
}

/** Whether this browser signed in before: then the page tries silently first. */
export function wasSignedIn(): boolean {
  return read('localStorage', SIGNED_IN) !== null
}

export function keepSignedIn(isSignedIn: boolean): void {
  write('localStorage', SIGNED_IN, isSignedIn ? 'yes' : null)
}

import { createHmac } from 'node:crypto'
import type { AuditDetails, AuditEntry, Erasure } from './audit.ts'
import { comparableAddress, parseAddress } from './users.ts'

const PREFIX = 'erased:'

/** Minimum length of a replaced text: prefix and enough of the digest. */
const LEAST_WITH_PREFIX = 15

/**
 * The erasure of an address. Digests are HMACs keyed with `secret`: equal digests belong to one person, whom nobody can identify without
 * the secret.
 * @throws an Error for people if `email` is not an address
 */
export function createErasure(email: string, secret: string): Erasure {
  const address = parseAddress(email)
  const hmac = (text: string): string =>
    createHmac('sha256', secret).update(`erasure\n${text}`).digest('base64url')
  return {
    address,
    digest: PREFIX + hmac(address),
    replace: (text, length) =>
      ((length < LEAST_WITH_PREFIX ? '' : PREFIX) + hmac(text))
        .slice(0, length)
        .padEnd(length, '-'),
  }
}

export function isAboutAddress({ target, details }: AuditEntry, { address }: Erasure): boolean {
  const { email } = details
  return (
    target.startsWith('user:') && typeof email === 'string' && comparableAddress(email) === address
  )
}

/**
 * The entry without the address and without the subject and name in first logins of `users` (targets, `user:ID`); null if it has neither.
 * Replacements keep the length in UTF-8 JSON.
 */
export function eraseFromEntry(
  entry: AuditEntry,
  erasure: Erasure,
  users: ReadonlySet<string>,
): AuditEntry | null {
  const isLogin = entry.action === 'user.connected' && users.has(entry.target)
  const details = Object.fromEntries(
    Object.entries(entry.details).map(([name, value]) => [
      name,
      eraseDetail(name, value, entry.details, isLogin, erasure),
    ]),
  ) as AuditDetails
  const erased = {
    ...entry,
    actor: (eraseFromText(entry.actor, erasure) ?? entry.actor) as AuditEntry['actor'],
    details,
  }
  return JSON.stringify(erased) === JSON.stringify(entry) ? null : erased
}

/** Replaces whole words only; null if the text does not contain the address. */
export function eraseFromText(text: string, erasure: Erasure): string | null {
  const erased = text.replace(patternOf(erasure.address), match =>
    erasure.replace(erasure.address, lengthOf(match)),
  )
  return erased === text ? null : erased
}

export function namesAddress(text: string, address: string): boolean {
  return patternOf(address).test(text)
}

function eraseDetail(
  name: string,
  value: unknown,
  details: AuditDetails,
  isLogin: boolean,
  erasure: Erasure,
): unknown {
  if (typeof value === 'string') {
    if (isLogin && (name === 'subject' || name === 'name')) {
      // A subject is unique only with its issuer.
      const text = name === 'subject' ? `${String(details['issuer'])}\n${value}` : value
      return value.startsWith(PREFIX) ? value : erasure.replace(text, lengthOf(value))
    }
    if (name !== 'email') return eraseFromText(value, erasure) ?? value
    return comparableAddress(value) === erasure.address
      ? erasure.replace(erasure.address, lengthOf(value))
      : value
  }
  if (!Array.isArray(value)) return value
  return value.map(item =>
    typeof item === 'string' ? (eraseFromText(item, erasure) ?? item) : (item as unknown),
  )
}

function patternOf(address: string): RegExp {
  const text = address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![A-Za-z0-9._%+-])${text}(?![A-Za-z0-9-]|\\.[A-Za-z0-9])`, 'gi')
}

/** Length of a text in JSON, bytes. */
function lengthOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { problem } from '../checks/problem.ts'
import type { Caller } from '../model/caller.ts'
import type { KeyStore } from './keys.ts'
import type { UserStore } from './users.ts'

/** Content of a link: a company's report of one run, with an expiry. */
interface ExportClaims<Report> {
  companyId: number
  /** The link ends with this key or login. */
  holder: Pick<Caller, 'kind' | 'id'>
  /** The report's run; null for an app without one. */
  runId: number | null
  report: Report
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Lifetime of a link, minutes. */
export const LINK_MINUTES = 15

/** Signed links without stored state: they work on every node with the secret and after a restart. */
export class ExportLinks<Report> {
  readonly #secret: string
  readonly #clock: () => Date

  constructor(secret: string, clock: () => Date) {
    this.#secret = secret
    this.#clock = clock
  }

  /** The path segment that encodes and signs the report and its expiry. */
  sign(claims: Omit<ExportClaims<Report>, 'expiresAt'>): { link: string; expiresAt: Date } {
    const expiresAt = this.#clock().getTime() + LINK_MINUTES * 60_000
    const body = deflateRawSync(JSON.stringify({ ...claims, expiresAt })).toString('base64url')
    return { link: `${body}.${this.#signature(body)}`, expiresAt: new Date(expiresAt) }
  }

  /** @throws `not_found` if the link is forged or malformed, `link_expired` after its lifetime */
  open(link: string): ExportClaims<Report> {
    const [body = '', signature = ''] = link.split('.', 2)
    const expected = Buffer.from(this.#signature(body))
    const actual = Buffer.from(signature)
    // Compare the whole text: the last base64url character has unused bits.
    const genuine =
      actual.length === expected.length &&
      timingSafeEqual(actual, expected) &&
      link === `${body}.${signature}`
    if (!genuine)
      throw problem(
        'not_found',
        'This is not a download link of this service; it may have been altered or truncated.',
      )
    const claims = JSON.parse(
      inflateRawSync(Buffer.from(body, 'base64url')).toString(),
    ) as ExportClaims<Report>
    if (claims.expiresAt <= this.#clock().getTime()) {
      throw problem(
        'link_expired',
        `This download link has expired: links work for ${LINK_MINUTES} minutes. Request a new one.`,
      )
    }
    return claims
  }

  #signature(body: string): string {
    return createHmac('sha256', this.#secret).update(body).digest('base64url')
  }
}

interface LinkCallerDeps {
  links: ExportLinks<unknown>
  keys: KeyStore
  users: UserStore
}

/** The key or user that created a link, if still valid. Rejects with `not_found` for a forged link, `link_expired` for an expired one. */
export function linkCaller({ links, keys, users }: LinkCallerDeps) {
  return async (link: string): Promise<Caller> => {
    const { companyId, holder } = links.open(link) as Partial<ExportClaims<unknown>> &
      Pick<ExportClaims<unknown>, 'companyId'>
    // Links of earlier versions have no creator.
    const isAlive =
      holder !== undefined &&
      (await (holder.kind === 'user' ? users.isConnected(holder.id) : keys.isValid(holder.id)))
    if (!isAlive)
      throw problem(
        'link_expired',
        'The key or login that made this download link is no longer valid. Request a new link.',
      )
    return { companyId, ...holder }
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { problem } from '../checks/problem.ts'
import type { Caller } from '../model/caller.ts'
import type { KeyStore } from './keys.ts'
import type { UserStore } from './users.ts'

/** Content of a link: a company's report of one run, with an expiry. */
export interface ExportClaims<Report> {
  companyId: number
  /** Whose key or login it was made with: the link ends with that. */
  holder: Pick<Caller, 'kind' | 'id'>
  /** The run the report was made from; null for an app without one. */
  runId: number | null
  report: Report
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** How long a link works, in milliseconds. */
const LINK_LIFETIME = 15 * 60_000

/**
 * Download links that carry everything they stand for, signed: nothing about them is stored, so they work on every node that has the
 * secret and after a restart, and none can be made or altered without it.
 */
export class ExportLinks<Report> {
  readonly #secret: string
  readonly #clock: () => Date

  constructor(secret: string, clock: () => Date) {
    this.#secret = secret
    this.#clock = clock
  }

  /** The part of a link's path that names and signs the report, and when it ends. */
  sign(claims: Omit<ExportClaims<Report>, 'expiresAt'>): { link: string; expiresAt: Date } {
    const expiresAt = this.#clock().getTime() + LINK_LIFETIME
    const body = deflateRawSync(JSON.stringify({ ...claims, expiresAt })).toString('base64url')
    return { link: `${body}.${this.#signature(body)}`, expiresAt: new Date(expiresAt) }
  }

  /** @throws `not_found` when the link is not one of ours, `link_expired` when its time is over. */
  open(link: string): ExportClaims<Report> {
    const [body = '', signature = ''] = link.split('.', 2)
    const expected = Buffer.from(this.#signature(body))
    const given = Buffer.from(signature)
    // The whole text is compared, since base64url leaves bits of a last character without meaning.
    const genuine = given.length === expected.length && timingSafeEqual(given, expected) && link === `${body}.${signature}`
    if (!genuine) throw problem('not_found', 'This is not a download link of this service; it may have been altered or cut short.')
    const claims = JSON.parse(inflateRawSync(Buffer.from(body, 'base64url')).toString()) as ExportClaims<Report>
    if (claims.expiresAt <= this.#clock().getTime()) {
      throw problem('link_expired', 'This download link has expired: links work for 15 minutes. Ask for a new one.')
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

/**
 * Tells who made a link, and so for which company, as long as they may still come in.
 * Rejects with `not_found` when the link is not one of ours, `link_expired` when it is over.
 */
export function linkCaller({ links, keys, users }: LinkCallerDeps) {
  return async (link: string): Promise<Caller> => {
    const { companyId, holder } = links.open(link) as Partial<ExportClaims<unknown>> & Pick<ExportClaims<unknown>, 'companyId'>
    // A link that names nobody was made by a version that did not ask.
    const isAlive = holder !== undefined && (await (holder.kind === 'user' ? users.isConnected(holder.id) : keys.isValid(holder.id)))
    if (!isAlive) throw problem('link_expired', 'This download link ended with the key or login that made it. Ask for a new one.')
    return { companyId, ...holder }
  }
}

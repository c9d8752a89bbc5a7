import type { Plugin } from '@hapi/hapi'
import type { KeyStore } from '../../access/keys/key-store.ts'
import type { Logger } from '../../process/logger.ts'
import { problem } from '../../checks/problem.ts'
import { headerOf } from '../request/request-facts.ts'

/** Lets in who sends a valid key: the authentication strategy `apiKey`. Whatever is wrong with a key, the answer is the same. */
export const apiKeys: Plugin<{ keys: KeyStore; logger: Logger }> = {
  name: 'api-keys',
  register(server, { keys, logger }) {
    server.auth.scheme('api-key', () => ({
      async authenticate(request, h) {
        const key = bearerToken(headerOf(request, 'authorization'))
        const record = key === null ? null : await keys.find(key)
        if (record === null) throw unauthorized()
        // When a key was last used is nice to know, not worth making anybody wait or fail.
        keys.touch(record.id).catch((error: unknown) => logger.warn({ keyId: record.id, err: error }, 'key use not noted'))
        return h.authenticated({ credentials: { app: { companyId: record.company_id, kind: 'api_key', id: record.id, counted: false } } })
      },
    }))
    server.auth.strategy('apiKey', 'api-key')
  },
}

/** The token of an `Authorization` header; null where there is none. RFC 6750, 2.1; the scheme's name is case-insensitive. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1] ?? null
}

function unauthorized() {
  return problem('unauthorized', 'A valid API key is needed: send it as Authorization: Bearer uascope_...', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

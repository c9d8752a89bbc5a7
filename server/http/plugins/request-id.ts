import { randomUUID } from 'node:crypto'
import type { Plugin } from '@hapi/hapi'
import { looksLikeApiKey } from '../../access/keys/api-key.ts'
import { headerOf } from '../request/request-facts.ts'

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/

/** Gives every request an id, the caller's own where it is well-formed and no key, and every answer the header that tells it. */
export const requestId: Plugin<void> = {
  name: 'request-id',
  register(server) {
    server.ext('onRequest', (request, h) => {
      const given = headerOf(request, 'x-request-id')
      request.app.requestId = given !== undefined && WELL_FORMED.test(given) && !looksLikeApiKey(given) ? given : randomUUID()
      request.app.startedAt = performance.now()
      // On the raw response, so that it is there whatever becomes of the answer.
      request.raw.res.setHeader('x-request-id', request.app.requestId)
      return h.continue
    })
  },
}

import { setMaxListeners } from 'node:events'
import type { Request } from '@hapi/hapi'
import { Unwanted, type Work } from '../../model/work.ts'

/** What a request asks for, as work: its company's, wanted until the answer is whole or the caller goes away. */
export function workOf(request: Request): Work {
  const caller = request.auth.credentials?.app
  return (request.app.work ??= { companyId: caller?.companyId ?? null, signal: caller?.gone ?? closed(request) })
}

/** Fires when the connection ends before the answer does. The framework's own event does not come where the body was read to its end. */
function closed({ raw: { res } }: Request): AbortSignal {
  const gone = new AbortController()
  // A batch of tool calls is one request, with as many pieces of work.
  setMaxListeners(0, gone.signal)
  const leave = (): void => {
    if (!res.writableEnded) gone.abort(new Unwanted())
  }
  if (res.destroyed) leave()
  else res.once('close', leave)
  return gone.signal
}

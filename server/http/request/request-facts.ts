import type { Request } from '@hapi/hapi'

/** The operation's id, also of those outside the contract; null on unknown paths. */
export function operationOf(request: Request): string | null {
  return request.route.settings.id ?? null
}

/** The status that was sent; 499 when the caller went away before the end. */
export function statusOf(request: Request): number {
  const { response } = request
  return 'isBoom' in response ? response.output.statusCode : response.statusCode
}

/** Bytes of the answer's body that were sent; undefined where it was compressed on its way. Of what was cut short, about: what was read of it. */
export function bytesOf(request: Request): number | undefined {
  const { response } = request
  const { stream } = request.app
  if (request.method === 'head' || 'isBoom' in response) return stream?.bytesRead ?? 0
  if (stream !== undefined) return stream.bytesRead
  const length = response.headers['content-length']
  return length === undefined ? (response.statusCode === 304 || response.statusCode === 204 ? 0 : undefined) : Number(length)
}

/** A header's value; those that may stand once only, which are all that this service reads. */
export function headerOf(request: Request, name: string): string | undefined {
  return request.headers[name] as string | undefined
}

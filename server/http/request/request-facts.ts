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

/** A header's value; those that may stand once only, which are all that this service reads. */
export function headerOf(request: Request, name: string): string | undefined {
  return request.headers[name] as string | undefined
}

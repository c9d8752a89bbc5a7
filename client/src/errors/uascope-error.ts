/** What every error of this package is. */
export class UascopeError extends Error {
  override name = 'UascopeError'
}

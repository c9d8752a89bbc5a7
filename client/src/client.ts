import { Methods } from '../../generated/client/methods.ts'
import { Connection } from './connection.ts'
import type { ClientOptions } from './options.ts'

/** The service's operations, one method each. */
export class UascopeClient extends Methods {
  /** @throws UascopeError when there is no key or no address, or an option makes no sense */
  constructor(options: ClientOptions = {}) {
    super(new Connection(options))
  }
}

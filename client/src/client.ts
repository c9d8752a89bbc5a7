import { Methods } from '../../generated/client/methods.ts'
import { Connection } from './connection.ts'
import type { ClientOptions } from './options.ts'

/** The service's operations, one method each. */
export class UascopeClient extends Methods {
  /** @throws UascopeError if the key or address is missing, or an option is invalid */
  constructor(options: ClientOptions = {}) {
    super(new Connection(options))
  }
}

import { join } from 'node:path'
import { repository } from './repository.ts'

/** ClickHouse's engine as a library, which `scripts/ci/install-chdb` installs. */
export const CHDB = join(repository, '.runtimes/chdb/node_modules/chdb')

import t from 'tap'
import { ENGINES } from '../suites/engines.ts'
import { holdsForEveryDestination } from '../suites/destination-suite.ts'
import { holdsForEveryStore } from '../suites/store.ts'

t.test('the embedded engine passes the store suite', t => holdsForEveryStore(t, ENGINES.embedded))

t.test('the embedded engine passes the import suite', t =>
  holdsForEveryDestination(t, ENGINES.embedded),
)

import t from 'tap'
import { ENGINES } from '../suites/engines.ts'
import { holdsForEveryDestination } from '../suites/destination-suite.ts'
import { holdsForEveryStore } from '../suites/store.ts'

t.test('the memory engine passes the store suite', t => holdsForEveryStore(t, ENGINES.memory))

t.test('the memory engine passes the import suite', t =>
  holdsForEveryDestination(t, ENGINES.memory),
)

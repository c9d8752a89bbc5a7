import t from 'tap'
import { ENGINES } from '../suites/engines.ts'
import { holdsForEveryPlace } from '../suites/destination-suite.ts'
import { holdsForEveryStore } from '../suites/store.ts'

t.test('the memory engine passes the store suite', t => holdsForEveryStore(t, ENGINES.memory))

t.test('the memory engine passes the import suite', t => holdsForEveryPlace(t, ENGINES.memory))

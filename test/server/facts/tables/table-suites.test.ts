import t from 'tap'
import { ENGINES } from '../suites/engines.ts'
import { holdsForEveryPlace } from '../suites/destination-suite.ts'
import { holdsForEveryStore } from '../suites/store.ts'

t.test('store', t => holdsForEveryStore(t, ENGINES.tables))

t.test('import place', t => holdsForEveryPlace(t, ENGINES.tables))

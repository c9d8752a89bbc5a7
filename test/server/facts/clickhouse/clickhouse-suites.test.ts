import t from 'tap'
import { ENGINES } from '../suites/engines.ts'
import { holdsForEveryStore } from '../suites/store.ts'

t.test('store', t => holdsForEveryStore(t, ENGINES.clickhouse))

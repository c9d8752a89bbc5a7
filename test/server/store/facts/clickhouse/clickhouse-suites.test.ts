import t from 'tap'
import { ENGINES } from '../suites/engines.ts'
import { holdsForEveryStore } from '../suites/store.ts'

t.test('the ClickHouse engine passes the store suite', t =>
  holdsForEveryStore(t, ENGINES.clickhouse),
)

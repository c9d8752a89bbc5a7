import t from 'tap'
import { decimalToDouble } from '../../../../../server/store/facts/database/facts-tables.ts'

t.test('a DECIMAL becomes the same double as in DuckDB', async t => {
  t.equal(decimalToDouble('0.1000'), 0.1)
  t.equal(decimalToDouble('-12.3450'), -12.345)
  // Beyond what a double holds exactly, whole and fraction are converted one by one.
  t.equal(decimalToDouble('90131601925366.3938'), 90131601925366.39)
  t.equal(decimalToDouble('-90131601925366.3938'), -90131601925366.39)
})

import fc from 'fast-check'
import t from 'tap'
import { fileName } from '../../../server/analytics/file-name.ts'

t.test('what no file system likes becomes an underscore, everything else stays', t => {
  t.equal(fileName(['Game', 'report', '2026-01-01'], 'csv'), 'Game-report-2026-01-01.csv')
  t.equal(fileName(['a/b\\c:d*e?f"g<h>i|j', 'x'], 'parquet'), 'a_b_c_d_e_f_g_h_i_j-x.parquet')
  t.equal(fileName(['two\r\nlines\u0000\u007f\u009f', 'x'], 'csv'), 'two__lines___-x.csv')
  t.equal(fileName(['広告 é 🚀; 100%', 'x'], 'csv'), '広告 é 🚀; 100%-x.csv')
  fc.assert(fc.property(fc.string({ unit: 'binary' }), name => !/[/\\:*?"<>|\p{Cc}]/u.test(fileName([name, 'x'], 'csv'))))
  t.end()
})

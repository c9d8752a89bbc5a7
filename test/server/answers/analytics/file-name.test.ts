import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { fileName } from '../../../../server/answers/analytics/file.ts'

t.test('characters that file systems reject become underscores; others stay', t => {
  t.equal(fileName(['Game', 'report', '2026-01-01'], 'csv'), 'Game-report-2026-01-01.csv')
  t.equal(fileName(['a/b\\c:d*e?f"g<h>i|j', 'x'], 'parquet'), 'a_b_c_d_e_f_g_h_i_j-x.parquet')
  t.equal(fileName(['two\r\nlines\u0000\u007f\u009f', 'x'], 'csv'), 'two__lines___-x.csv')
  t.equal(fileName(['広告 é 🚀; 100%', 'x'], 'csv'), '広告 é 🚀; 100%-x.csv')
  t.equal(
    fileName(['\u202egnp.\u2066x\u200f\u2028', 'x'], 'csv'),
    '_gnp._x__-x.csv',
    'nothing turns the direction of what follows',
  )
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      name => !/[/\\:*?"<>|\p{Cc}\p{Bidi_Control}]/u.test(fileName([name, 'x'], 'csv')),
    ),
  )
  t.end()
})

t.test('a long name is truncated between characters and leaves room for the rest', t => {
  const rest = [
    'roas-history',
    'campaign_geo',
    'monthly',
    'd365',
    'full_blended',
    'gross',
    '2025-08-21',
    '2026-11-19',
    '2026-11-20',
  ]
  const end = `-${rest.join('-')}.parquet`
  for (const one of ['a', 'é', '報', '🚀', '👨‍👩‍👧', 'e\u0301', '%', ' ']) {
    const made = fileName([`x${one.repeat(512)}`, ...rest], 'parquet')
    t.ok(
      made.endsWith(end) &&
        Buffer.byteLength(made) <= 230 &&
        Buffer.byteLength(made) > 230 - Buffer.byteLength(one),
      one,
    )
    t.match(made.slice(1, -end.length).replaceAll(one, ''), /^$/, 'no part of a character')
  }
  t.equal(fileName([`e${'\u0301'.repeat(512)}`, 'x'], 'csv'), '_-x.csv')
  t.end()
})

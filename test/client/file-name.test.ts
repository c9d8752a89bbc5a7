import contentDisposition from 'content-disposition'
import fc from '../support/fast-check.ts'
import t from 'tap'
import { fileNameOf } from '../../client/src/downloaded-file.ts'

t.test('file names are read from Content-Disposition', async t => {
  for (const [header, want] of [
    [null, undefined],
    ['attachment', undefined],
    ['attachment; filename=report.csv', 'report.csv'],
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename="a \\"b\\".csv"', 'a _b_.csv'],
    ['attachment; filename="Spiel ?.csv"; filename*=UTF-8\'\'Spiel%20%C3%BC.csv', 'Spiel ü.csv'],
    ['attachment; filename="plain.csv"; filename*=UTF-8\'\'%E0%A4%A', 'plain.csv'],
    ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
    ['attachment; filename=".."', '_'],
    ['attachment; filename=""', undefined],
    ["attachment; filename*=UTF-8''..%2F..%5Cx%00", '.._.._x_'],
  ] as const)
    t.equal(fileNameOf(header), want, String(header))
})

t.test('law: any name that a service sends comes back, never as a path', async () => {
  fc.assert(
    fc.property(
      fc
        .string({ minLength: 1, unit: 'grapheme' })
        .filter(
          name => !/[/\\:*?"<>|\x00-\x1f\x7f]|^\.+$/.test(name) && !/\p{Surrogate}/u.test(name),
        ),
      name => fileNameOf(contentDisposition.create(name)) === name,
    ),
  )
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      name => !/[/\\\0]|^\.\.?$/.test(fileNameOf(`attachment; filename="${name}"`) ?? ''),
    ),
  )
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { repository } from '../../support/repository.ts'

/** A fact, the one file that may state it, and how code would state it again: a line that holds the literal with this meaning. */
const FACTS: [fact: string, file: string, pattern: RegExp][] = [
  [
    'the confidence of a status',
    'server/core/model/classification.ts',
    /(score|sure|confidence)\w*\b.*\b0\.[36]0?\b/i,
  ],
  ['the least spend of a status', 'server/core/model/classification.ts', /SPEND\w* = 5\b/],
  [
    'the milliseconds of a day',
    'server/core/model/dates.ts',
    /\b86_?400_?000\b(?!000)|\b24 \* 3_?600_?000\b/,
  ],
  ['the width of 80 %', 'server/core/formulas/interval.ts', /\b1\.2815|quantile\w*\(.*0\.[19]\b/i],
  ['an interpolated quantile', 'server/core/formulas/interval.ts', /function quantile\b/],
  [
    'the sum of a list',
    'server/core/formulas/sums.ts',
    /function sum\w*\([^)]*(number\[\]|Iterable)/,
  ],
  [
    'the largest page',
    'generated/vocabulary/vocabulary.ts',
    /(limit|MAX_ROWS|MAX_LIMIT).*\b500\b/i,
  ],
  ['the largest tool result', 'generated/vocabulary/vocabulary.ts', /\b36_?000\b/],
  ['the decimals of a currency', 'server/core/words/format.ts', /resolvedOptions|minorUnit: 0/i],
  [
    'the format of a delivered file',
    'server/imports/check/list-files.ts',
    /endsWith\('\.(csv|parquet)'\) [?|]/,
  ],
  ['the widest known response', 'server/core/formulas/response-curve.ts', /WIDTH = 0\.4/],
]

const COMMENT = /^\s*(\/?\*|\/\/)/

/** The world that is made up has figures of its own. */
const APART = /^scripts\/lab\//

const files = execFileSync(
  'git',
  ['ls-files', 'generated/vocabulary', 'server', 'mcp', 'client/src', 'scripts'],
  {
    cwd: repository,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(file => /\.tsx?$/.test(file) && !APART.test(file))
  .map(file => ({ file, lines: readFileSync(repository + file, 'utf8').split('\n') }))

for (const [fact, home, pattern] of FACTS) {
  t.test(`only ${home} states ${fact}`, async t => {
    const stated = files.flatMap(({ file, lines }) =>
      lines.filter(line => pattern.test(line) && !COMMENT.test(line)).map(line => ({ file, line })),
    )
    t.ok(
      stated.some(({ file }) => file === home),
      'the pattern still finds it there',
    )
    t.strictSame(
      stated.filter(({ file }) => file !== home),
      [],
    )
  })
}

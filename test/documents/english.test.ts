import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { repository } from '../support/repository.ts'

/** Turns of phrase that read as translated, each with what to write instead. */
const AVOID: readonly [expression: RegExp, instead: string][] = [
  [
    /(?<!\b[Tt]here) (is|are|was|were) (no|none) (?!longer|more|matter|less)/,
    'deny the verb: "is not a list"',
  ],
  [/\b(is|are|was|were|be) told\b|\b(told|tells?) (of|to)\b/, '"reports", "is reported"'],
  [/\bso (many|often) [a-z]+/, 'the number or the parameter: "`days` days"'],
  [/\bbut for\b/, '"except"'],
  [/\b(anew|meanwhile)\b/, '"again", "since", "during ..."'],
  [
    /(^|[.;:,] |\/\*\* |\/\/ |[^a-z]by |[^a-z]to |[^a-z]for )[Ww]ho(ever)? (has|had|asks|waits|comes|knows|prints|calls|reads|writes|is|prepares)\b/,
    'a noun: "callers", "the reader"',
  ],
  [/\b(came|comes) (of it|to be|to nothing|in between)\b|\bwhat came\b/, '"results in", "actuals"'],
  [/\b(is|are|was) to be [a-z]+/, '"must be ..."'],
  [/\bmust be there\b|\b(is|are) there (again|already|too)\b/, '"is required", "exists"'],
  [/\/\*\* (Most|Least) [a-z]/, '"Maximum", "Minimum"'],
  [/\b(is|are) another( one)?\b/, '"differs"'],
  [/\bstands? (in|beside|below|alone|behind|there|as)\b/, '"is in", "is next to"'],
  [/(\/\*\*|[.:]|\/\/) Answers (the|what|how|whether|null|a|it|as|each|with)\b/, '"Returns"'],
  [
    /(^|[.(;] |\/\*\* |\/\/ |\* )Of (a|an|the|what|which|each|one|those|[a-z]+s)[ ]/,
    'the subject first',
  ],
]

/** Sentences that are right although an expression matches: file, and a part of the line. */
const ALLOWED: readonly [file: string, text: string][] = []

t.test('texts avoid phrases that read as translated', async t => {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--', '*.md', '*.ts', '*.tsx', 'openapi.yaml'],
    {
      cwd: repository,
      encoding: 'utf8',
    },
  )
  const files = listed
    .split('\0')
    .filter(file => file !== '' && !/^(generated|test)\/|CHANGELOG\.md$/.test(file))
  const used = new Set<string>()
  const problems = files.flatMap(file =>
    readFileSync(join(repository, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const advice = AVOID.flatMap(([expression, instead]) =>
          expression.test(line) ? [instead] : [],
        )
        const allowed = ALLOWED.find(([name, text]) => name === file && line.includes(text))
        if (advice.length > 0 && allowed !== undefined) used.add(allowed.join(': '))
        return advice.length === 0 || allowed !== undefined
          ? []
          : [`${file}:${index + 1}: ${line.trim()}\n  write ${advice.join('; ')}`]
      }),
  )
  t.ok(files.length > 400)
  t.same(problems, [])
  t.same(
    ALLOWED.map(entry => entry.join(': ')).filter(entry => !used.has(entry)),
    [],
    'every exception is still needed',
  )
})

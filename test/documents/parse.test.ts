import t from 'tap'
import { blocksIn } from '../support/blocks.ts'
import { commandsOf, steady } from './support/console.ts'

const PAGE = `Intro
\`\`\`sh
# no heading
\`\`\`
## One
- in a list

  \`\`\`\`text
  \`\`\`
    kept
  \`\`\`\`
### Two
~~~console
$ one |
    two \\
      three
said $ 1

said 2
$ four
~~~
`

t.test('blocks are found with their headings', async t => {
  t.strictSame(blocksIn(PAGE, 'p.md'), [
    { at: 'p.md:2', line: 2, heading: '', language: 'sh', text: '# no heading\n' },
    { at: 'p.md:8', line: 8, heading: 'One', language: 'text', text: '```\n  kept\n' },
    {
      at: 'p.md:13',
      line: 13,
      heading: 'Two',
      language: 'console',
      text: '$ one |\n    two \\\n      three\nsaid $ 1\n\nsaid 2\n$ four\n',
    },
  ])
  t.throws(() => blocksIn('a\n```sh\nb', 'p.md'), /p\.md:2: the block has no end/)
})

t.test('a console block is parsed into commands and their output', async t => {
  t.strictSame(commandsOf(blocksIn(PAGE, 'p.md')[2]!), [
    { at: 'p.md:14', text: 'one |\n    two \\\n      three', printed: 'said $ 1\n\nsaid 2' },
    { at: 'p.md:20', text: 'four', printed: '' },
  ])
  t.throws(
    () => commandsOf(blocksIn('```console\nsaid\n```', 'p.md')[0]!),
    /p\.md:1: a console block begins/,
  )
})

t.test('only values that differ in every run are masked', async t => {
  t.equal(
    steady('key uascope_NRwZ1f1qU7fU2AAAy4HrXnkMc84Nntfl1blFCR of 32a635248157\n'),
    'key uascope_KEY of KEY_ID',
  )
  t.equal(steady('a.parquet 20106 bytes'), 'a.parquet N bytes')
  for (const text of ['433406.42', '2026-10-22', '689bc858', '8.953753124677203', 'REDUCE'])
    t.equal(steady(text), text)
})

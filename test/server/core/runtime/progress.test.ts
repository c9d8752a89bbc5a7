import { spawnSync } from 'node:child_process'
import t from 'tap'
import {
  importProgress,
  liveLine,
  stageProgress,
} from '../../../../server/core/runtime/progress.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../reference/write-delivery.ts'
import { repository } from '../../../support/repository.ts'

const BACK = '\r\u001b[K'

/** A terminal of `columns` columns, and its output. */
function terminal(columns = 40) {
  const written: string[] = []
  return {
    isTTY: true,
    columns,
    write: (text: string | Uint8Array) => written.push(String(text)) > 0,
    written,
  }
}

t.test('a terminal line is updated in place', async t => {
  const stream = terminal(20)
  const line = liveLine(stream, 'xterm')!
  line.clear()
  line.show('one\u001b[2J')
  line.show('a text that is longer than the terminal is wide')
  line.keep()
  line.keep()
  line.show('last')
  line.clear()
  t.strictSame(stream.written, [
    `${BACK}one\\u{1b}[2J`,
    `${BACK}a text that is long`,
    '\n',
    `${BACK}last`,
    BACK,
  ])
  t.equal(liveLine(terminal(), 'dumb'), undefined)
  t.equal(liveLine({ ...terminal(), isTTY: false }, 'xterm'), undefined)
})

t.test('stages report their share and, from 5 % on, the estimated time left', async t => {
  const stream = terminal(80)
  let time = 0
  const { progress, end } = stageProgress(
    { read: 'Reading', write: 'Writing' },
    { now: () => time, line: liveLine(stream, 'xterm') },
  )
  progress('read', 0)
  time = 500
  progress('read', 0.02)
  time = 1000
  progress('read', 0.25)
  time = 1100
  progress('read', 0.3)
  time = 4000
  progress('read', 1)
  progress('write', 0)
  end()
  const reading = ['Reading', 'Reading: 2 %', 'Reading: 25 %, 3 s left', 'Reading: 100 %'].map(
    text => `${BACK}${text}`,
  )
  t.strictSame(stream.written, [...reading, '\n', `${BACK}Writing`, '\n'])
})

t.test('a log has a line per stage and per tenth of it', t => {
  const lines = t.capture(process.stderr, 'write', () => true)
  let time = 0
  const { progress, end } = stageProgress(
    { read: 'Reading', write: 'Writing' },
    { now: () => time, line: undefined },
  )
  for (let percent = 0; percent <= 100; percent++) {
    time = percent * 100
    progress('read', percent / 100)
    progress('read', percent / 100)
  }
  progress('write', 0)
  progress('write', 0.001)
  end()
  t.strictSame(
    lines().map(({ args: [text] }) => String(text).trimEnd()),
    [
      'Reading',
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map(left => `Reading: ${100 - left * 10} %, ${left} s left`),
      'Reading: 100 %',
      'Writing',
    ],
  )
  t.end()
})

t.test('an import shows live progress on a terminal only', async t => {
  const stream = terminal(80)
  const progress = importProgress(liveLine(stream, 'xterm'))
  progress.progress('cohorts.csv: 5 of 10 rows')
  progress.end()
  t.strictSame([progress.live, ...stream.written], [true, `${BACK}cohorts.csv: 5 of 10 rows`, BACK])
  t.equal(importProgress(undefined).live, process.stderr.isTTY === true)
})

t.test(
  'progress works on a real terminal',
  { skip: spawnSync('script', ['--version']).status === 0 ? false : 'there is no script(1)' },
  async t => {
    const dir = t.testdir()
    await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
    const command = `${process.execPath} --import tsx scripts/admin/main.ts import ${dir}/one`
    const { PATH, HOME } = process.env
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: repository,
      encoding: 'utf8',
      env: { PATH, HOME, TERM: 'xterm', DATA_DIR: `${dir}/data` },
    })
    t.match(stdout, `${BACK}Writing run 1`)
    t.match(
      stdout,
      /\r\u001b\[K[^\n]*\r\u001b\[Ktable +rows/,
      'what was shown is gone before the summary',
    )
  },
)

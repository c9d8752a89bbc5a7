import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { repository } from '../../support/repository.ts'

/** Non-null assertions (`!`) allowed in 1,000 lines of a room. */
const ALLOWED = 6

/** Their arrays are replaced; or a few lines that the figure of 1,000 does not fit. */
const APART = /^(server\/forecast|scripts\/(lab|build|examples|test)|server)$/

/** Found without a parser, which would take seconds: in the sources the two find the same. */
const ASSERTION = /(?<=[\w)\]])!(?![=\w])/g
const COMMENT = /^\s*(\/?\*|\/\/)/

t.test('no room has more non-null assertions than it may', async t => {
  const rooms = new Map<string, { assertions: number; lines: number }>()
  for (const file of sources()) {
    const room = file.split('/').slice(0, -1).slice(0, 2).join('/')
    const lines = readFileSync(repository + file, 'utf8').split('\n')
    const count = rooms.get(room) ?? { assertions: 0, lines: 0 }
    count.lines += lines.length - 1
    for (const line of lines.filter(line => !COMMENT.test(line)))
      count.assertions += line.match(ASSERTION)?.length ?? 0
    rooms.set(room, count)
  }
  for (const [room, { assertions, lines }] of rooms)
    if (!APART.test(room)) t.ok((1000 * assertions) / lines <= ALLOWED, `${room}: ${assertions}`)
})

function sources(): string[] {
  return execFileSync('git', ['ls-files', 'server', 'mcp', 'client/src', 'scripts'], {
    cwd: repository,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => /\.tsx?$/.test(file))
}

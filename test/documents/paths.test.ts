import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { pages, textOf } from '../support/pages.ts'
import { repository } from '../support/repository.ts'
// @ts-expect-error dependency-cruiser's configuration has no types
import { ROOMS as rooms } from '../../.dependency-cruiser.mjs'

const ROOMS = rooms as Record<string, string>

/** Where a path of ARCHITECTURE.md or SECURITY.md may begin, and how it may end. */
const BEGINNINGS = [
  '',
  'server/',
  'server/store/facts/',
  'server/imports/',
  'mcp/',
  'test/',
  'test/server/',
]
const ENDS = ['', '.ts', '.tsx', '.test.ts']

function isRoomPage(page: string): boolean {
  return page.endsWith('/ROOM.md')
}

for (const page of [
  'ARCHITECTURE.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...pages.filter(isRoomPage),
])
  t.test(`${page} names existing files and folders`, async t => {
    const text = textOf(page).replace(/```[^]*?```/g, '')
    const beginnings = [...BEGINNINGS, page.replace(/[^/]*$/, '')]
    const paths = [...text.matchAll(/`([a-z][\w.-]*(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!)
    const named = paths.filter(
      path => !/NAME|ID|VERSION|^dist\/|^records\/(copies\/|records\.sqlite)/.test(path),
    )
    t.ok(named.length > (isRoomPage(page) ? -1 : 10))
    for (const path of named)
      t.ok(
        beginnings.some(start =>
          ENDS.some(end => existsSync(join(repository, start + path + end))),
        ),
        path,
      )
  })

t.test('each room has a page, which names what it may import', async t => {
  const described = Object.keys(ROOMS).filter(room => room !== 'generated')
  t.strictSame(pages.filter(isRoomPage), described.map(room => `${room}/ROOM.md`).sort())
  for (const room of described) {
    const rooms = ROOMS[room]!.split(' ').filter(name => name !== '')
    const imports = rooms.map(name => `\`${name}\``).join(', ') || 'no other room'
    t.ok(textOf(`${room}/ROOM.md`).includes(`\n- May import: ${imports}\n`), room)
    for (const [, file] of textOf(`${room}/ROOM.md`).matchAll(
      /^- (?:Begin at|An example is) `(.+)`$/gm,
    ))
      t.ok(existsSync(join(repository, room, file!)), `${room}/${file}`)
  }
})

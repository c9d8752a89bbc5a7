import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { repository } from '../support/repository.ts'

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

for (const page of ['ARCHITECTURE.md', 'SECURITY.md', 'CONTRIBUTING.md'])
  t.test(`${page} names existing files and folders`, async t => {
    const text = readFileSync(join(repository, page), 'utf8').replace(/```[^]*?```/g, '')
    const paths = [...text.matchAll(/`([a-z][\w.-]*(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!)
    const named = paths.filter(
      path => !/NAME|ID|VERSION|^dist\/|^records\/(copies\/|records\.sqlite)/.test(path),
    )
    t.ok(named.length > 10)
    for (const path of named)
      t.ok(
        BEGINNINGS.some(start =>
          ENDS.some(end => existsSync(join(repository, start + path + end))),
        ),
        path,
      )
  })

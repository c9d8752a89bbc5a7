import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { repository } from '../../../support/repository.ts'

t.test('the page is one file of at most 95 KB compressed', async t => {
  const html = readFileSync(`${repository}server/web/dist/page.html`)
  t.ok(gzipSync(html).length <= 95_000, `${gzipSync(html).length} bytes compressed`)
  t.notMatch(
    html.toString(),
    /<(script|link|img|iframe)[^>]+(src|href)=["'](?!data:)/,
    'nothing is loaded',
  )
})

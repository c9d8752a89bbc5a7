import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { repository } from '../../../support/repository.ts'

const folder = `${repository}server/web/dist/views/`

for (const name of readdirSync(folder)) {
  t.test(name, async t => {
    const html = readFileSync(folder + name)
    t.ok(html.length <= 150_000, `${html.length} bytes`)
    t.ok(gzipSync(html).length <= 45_000, `${gzipSync(html).length} bytes compressed`)
    // Hosts show it without a network: all that it needs is in it.
    t.notMatch(
      html.toString(),
      /<(script|link|img|iframe)[^>]+(src|href)=["'](?!data:)/,
      'nothing is loaded',
    )
  })
}

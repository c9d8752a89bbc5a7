import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { pages, root, textOf } from '../support/pages.ts'

/** A page's text without its code blocks. */
function proseOf(page: string): string {
  return textOf(page).replace(/^```.*?^```$/gms, '')
}

/** The ids that GitHub gives a page's headings. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

for (const page of pages) {
  t.test(`${page} links to existing pages and headings`, async t => {
    const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, image]) => (link ?? image)!,
    )
    for (const target of targets.filter(target => !/^[a-z]+:/.test(target))) {
      const [path, anchor] = target.split('#') as [string, string?]
      const file = path === '' ? page : join(dirname(page), path)
      t.ok(existsSync(join(root, file)), target)
      if (
        anchor === undefined ||
        !existsSync(join(root, file)) ||
        statSync(join(root, file)).isDirectory()
      )
        continue
      t.ok(anchorsOf(file).includes(anchor), target)
    }
  })
}

t.test('the first page is short', async t => {
  t.ok(textOf('README.md').split(/\s+/).length < 1500)
})

for (const page of pages) {
  t.test(`each row of ${page}'s tables is one line, and each table has a header`, async t => {
    const rows = proseOf(page)
      .split('\n')
      .filter(line => line.startsWith('|'))
    t.same(
      rows.filter(row => !row.trimEnd().endsWith('|')),
      [],
    )
    t.same(proseOf(page).match(/^(?!\|).*\n\|( -+:? \|)+$/gm) ?? [], [])
  })
}

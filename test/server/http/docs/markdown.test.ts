import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { html, inline, markdown } from '../../../../server/http/docs/html.ts'

const PLACES = new Map([
  ['busy', 'busy'],
  ['svc_get_report', 'svc_get_report'],
  ['Run-Id', 'header-run-id'],
])

/** Pieces of which Markdown, HTML and what tries to get through are made. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '`',
        '**',
        '*',
        '<',
        '>',
        '&',
        '"',
        "'",
        '\n',
        '\n\n',
        '<script>',
        '</p>',
        '&lt;',
        'svc_get_report',
        'busy',
        ' ',
        '](x)',
      ),
      fc.string(),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map(parts => parts.join(''))

t.test('only tags of the renderer are output', async () => {
  fc.assert(
    fc.property(text, source => {
      const written = markdown(source, PLACES).text
      const rest = written.replace(
        /<\/?(p|code|strong|a)>|<a href="#(busy|svc_get_report|header-run-id)">/g,
        '',
      )
      return !/[<>"']/.test(rest) && !/&(?!(amp|lt|gt|quot|#39);)/.test(rest)
    }),
    { numRuns: 2000 },
  )
})

t.test('every element is closed in order', async () => {
  fc.assert(
    fc.property(text, source => {
      const open: string[] = []
      for (const [, slash, name] of markdown(source, PLACES).text.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
        if (slash === '') open.push(name!)
        else if (open.pop() !== name) return false
      }
      return open.length === 0
    }),
  )
})

t.test('no text is lost', async () => {
  fc.assert(
    fc.property(fc.string(), source => {
      const rendered = inline(source)
        .text.replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
      return rendered.replace(/[`*]/g, '') === source.trim().replace(/[`*]/g, '')
    }),
  )
})

t.test('paragraphs, code, bold and links within the page are rendered', async t => {
  t.equal(
    markdown(
      '**Errors** are `a < b`.\n\nSee `busy`, `Run-Id`,\nsvc_get_report and svc_other.',
      PLACES,
    ).text,
    '<p><strong>Errors</strong> are <code>a &lt; b</code>.</p>' +
      '<p>See <a href="#busy"><code>busy</code></a>, <a href="#header-run-id"><code>Run-Id</code></a>,\n' +
      '<a href="#svc_get_report"><code>svc_get_report</code></a> and svc_other.</p>',
  )
  t.equal(
    html`<b title="${'"'}">${['<', html`<i>${1}</i>`, null]}</b>`.text,
    '<b title="&quot;">&lt;<i>1</i></b>',
  )
})

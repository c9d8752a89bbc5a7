import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import type { Demo } from './places.ts'

const run = promisify(execFile)

/** That every command of the service's own page does what it says, for the demo. */
export async function testDocsPage(t: Test, { url, key }: Demo): Promise<void> {
  const folder = t.testdir({ '.curlrc': 'silent\nshow-error\nfail-with-body\n' })
  const textOf = async (path: string) => (await fetch(new URL(path, `${url}/docs`))).text()
  const first = await textOf('/docs')
  const others = new Set(
    [...first.matchAll(/href="(docs\/\w+)["#]/g)]
      .map(match => match[1]!)
      .filter(path => path !== 'docs/client'),
  )
  const pages = [first, ...(await Promise.all([...others].map(textOf)))]
  const commands = [...pages.join('').matchAll(/<pre class="command"><code>([^<]*)</g)].map(match =>
    unescaped(match[1]!),
  )
  const curls = commands.filter(command => command.startsWith('curl '))
  t.equal(curls.length, 14 + 8 + 7 + 1, 'operations, recipes, tools, and their list')
  t.same(
    commands.filter(command => !command.startsWith('curl ')),
    ['export UASCOPE_API_KEY=uascope_...'],
  )
  const answerOf = async (command: string, more: Record<string, string> = {}) =>
    (
      await run('sh', ['-c', command], {
        env: { PATH: process.env['PATH'], CURL_HOME: folder, UASCOPE_API_KEY: key, ...more },
      })
    ).stdout

  const made = await answerOf(curls.find(command => command.includes('svc_export_report'))!)
  const link = /"downloadUrl":"([^"]+)"/.exec(made)![1]!
  for (const command of curls) {
    const answer = await answerOf(command, { DOWNLOAD_URL: link })
    if (command.includes('/v1/mcp')) {
      t.match(answer, /"result":/, command)
      t.notMatch(answer, /"isError":true/, command)
    } else if (/format=csv|DOWNLOAD_URL/.test(command)) {
      t.ok(answer.trimEnd().split('\n').length > 1, command)
    } else {
      const body: unknown = JSON.parse(answer)
      t.ok(Array.isArray(body) ? body.length > 0 : typeof body === 'object', command)
    }
  }
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

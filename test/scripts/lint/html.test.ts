import { ESLint } from 'eslint'
import { execFileSync } from 'node:child_process'
import t from 'tap'
import { repository } from '../../support/repository.ts'

const RULE = 'Names are set as text, never as HTML.'

const CODE = [
  'export const box = <div dangerouslySetInnerHTML={{ __html: name }} />',
  'export const box = <iframe srcDoc={name} />',
  'element.innerHTML = name',
  "element['outerHTML'] = name",
  "element.insertAdjacentHTML('beforeend', name)",
  'export const props = { dangerouslySetInnerHTML: { __html: name } }',
  'document.write(name)',
]

t.test('the page that holds the key sets no HTML from a string', async t => {
  const eslint = new ESLint()
  const lint = async (code: string) => {
    const text = `declare const name: string, element: HTMLElement\nvoid [name, element]\n${code}\n`
    const [result] = await eslint.lintText(text, { filePath: 'server/web/page/page.tsx' })
    return result!.messages.map(({ message }) => message)
  }
  for (const code of CODE) t.ok((await lint(code)).includes(RULE), code)
  t.notOk((await lint('element.textContent = name')).includes(RULE))
})

t.test('the rule covers every file, including new folders, except tests', async t => {
  const eslint = new ESLint()
  const files = execFileSync('git', ['ls-files', 'server/web', 'mcp', 'client/src'], {
    cwd: repository,
    encoding: 'utf8',
  })
  const left: string[] = []
  const sources = files.split('\n').filter(file => /\.tsx?$/.test(file))
  for (const file of [...sources, 'mcp/to-come/view.tsx', 'web/page.tsx']) {
    const { rules } = (await eslint.calculateConfigForFile(file)) as {
      rules: Record<string, unknown>
    }
    if (!JSON.stringify(rules['no-restricted-syntax'] ?? null).includes(RULE)) left.push(file)
  }
  t.same(left, [])
})

import { ESLint } from 'eslint'
import t from 'tap'

t.test('only server/core/model/sql.ts creates SQL', async t => {
  const lint = async (code: string) => {
    const [result] = await new ESLint().lintText(
      `import type { Sql } from '../../core/model/sql.ts'\n${code}\n`,
      {
        filePath: 'server/answers/analytics/report.ts',
      },
    )
    return result!.messages.map(({ message }) => message)
  }
  const made = 'SQL is made by the functions of server/core/model/sql.ts alone.'
  t.strictSame(await lint('export function of(text: string) { return text as Sql }'), [made])
  t.strictSame(await lint('export function of(text: string) { return text as unknown as Sql }'), [
    made,
  ])
  t.strictSame(await lint('export function of(text: string): text is Sql { return text !== "" }'), [
    made,
  ])
  t.strictSame(await lint('export function of(text: Sql): Sql { return text }'), [])
})

import vm from 'node:vm'
import { parse } from 'csv-parse/sync'
import type { Test } from 'tap'
import { text } from './ask.ts'
import { recipes } from './recipes.ts'
import type { Rows, Served } from './served.ts'
import { answerFrom, same } from './the-question.ts'

export async function testExcel(t: Test, { env }: Served): Promise<void> {
  const [recipe] = recipes('Excel', 'powerquery')
  const [, path] = /RelativePath = "v1\/(.*?)"/.exec(recipe)!
  const [, fields] = /Query = \[(.*?)\]/s.exec(recipe)!
  const query = new URLSearchParams(
    [...fields!.matchAll(/(\w+) = "(.*?)"/g)].map(([, name, value]) => [name!, value!]),
  )
  const [names] = (await text(env, `${path}?${query}`)).split('\n')
  t.equal([...recipe.matchAll(/\{"(\w+)", (?:type|Int64)/g)].map(([, name]) => name).join(), names)
}

type Fetch = [url: string, options: { headers: Record<string, string> }]

/** Google's services, as far as the recipe knows them, with what it asked of them and wrote. */
function google(key: string) {
  const seen: { request?: Fetch; answer: string; range?: unknown[]; values: unknown[][] } = {
    answer: 'country\nDE\n',
    values: [],
  }
  const range = (...args: unknown[]) => ({
    setValues: (values: unknown[][]) => void Object.assign(seen, { range: args, values }),
  })
  const sheet = { clearContents: () => void (seen.values = []), getRange: range }
  const services = {
    PropertiesService: {
      getScriptProperties: () => ({
        getProperty: (name: string) => (name === 'UASCOPE_API_KEY' ? key : null),
      }),
    },
    UrlFetchApp: {
      fetch(...request: Fetch) {
        seen.request = request
        return { getContentText: () => seen.answer }
      },
    },
    Utilities: { parseCsv: (csv: string) => parse(csv) },
    SpreadsheetApp: { getActive: () => ({ getSheetByName: () => sheet }) },
  }
  return { seen, services }
}

export async function testSheets(t: Test, { env }: Served, answer: Rows): Promise<void> {
  const { seen, services } = google(env['UASCOPE_API_KEY']!)
  // Google's fetch is synchronous: the script is run once for what it asks, and once with the answer.
  const refresh = (): unknown =>
    vm.runInNewContext(`${recipes('Google Sheets', 'js')[0]}\nrefresh()`, services)
  refresh()
  const [url, options] = seen.request!
  const fetched = await fetch(
    url.replace('https://uascope.example.com', env['UASCOPE_BASE_URL']!),
    options,
  )
  t.equal(fetched.status, 200)
  seen.answer = await fetched.text()
  refresh()
  t.strictSame(seen.range, [1, 1, seen.values.length, seen.values[0]!.length])
  same(t, answerFrom(seen.values), answer)
}

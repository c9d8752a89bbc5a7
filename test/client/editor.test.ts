import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { repository } from '../support/repository.ts'

const FILE = join(repository, 'test/client/types/in-an-editor.ts')

const SOURCE = `import { UascopeClient } from '../../../client/src/index.ts'
import { toRows } from '../../../client/src/rows.ts'
const client = new UascopeClient()
const rows = await toRows(await client.getReport({ appId: 1, granularity: 'campaign', metrics: ['ltv', 'spend'], dsiValues: [7] }))
const [row] = rows
export const ltv = row!.ltv_paid_gross_d7
export const spend = row!.spend
export const mistyped = client.getReport({ appId: 1, granularity: 'campaign', dsiValue: [7] })
export const elsewhere = client.getReport({ appId: 1, granularity: 'campaign', countries: ['US'] })
export const byDefault = client.getRecommendations({ appId: 1, countries: ['US'] })
export const unlike = client.getReport({ appId: 1, granularity: 'campaign', zzz: 1 })
export const incomplete = client.getReport({ granularity: 'campaign', metrics: ['ltv'] })
export const empty = client.getReport({})
export const only = client.getAlerts({})
export const value = client.getReport({ appId: 1, granularity: 'campaign', metrics: ['ltvs'] })
const [aged] = await toRows(await client.getRoasHistory({ appId: 1, granularity: 'campaign' }))
export const age = aged!.roas_age_12
export const daily = aged!.daily_spend
export const partner = row!.network
export const system = (await client.getRecommendations({ appId: 1 }))[0]!.platform
export const begun = client.getReport({ appId: 1, granularity: 'campaign',  })
`

/** The compiler's answers to an editor while somebody types. */
function editorOf(source: string): ts.LanguageService {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(repository, 'tsconfig.json'), name => ts.sys.readFile(name)).config,
    ts.sys,
    repository,
  )
  return ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: name => {
      const text = name === FILE ? source : ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => repository,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: name => name === FILE || ts.sys.fileExists(name),
    readFile: name => (name === FILE ? source : ts.sys.readFile(name)),
    readDirectory: (...all) => ts.sys.readDirectory(...all),
    directoryExists: name => ts.sys.directoryExists(name),
    getDirectories: name => ts.sys.getDirectories(name),
  })
}

const editor = editorOf(SOURCE)

function hover(text: string): { type: string; meaning: string } {
  const info = editor.getQuickInfoAtPosition(FILE, SOURCE.indexOf(text))
  return {
    type: ts.displayPartsToString(info?.displayParts),
    meaning: ts.displayPartsToString(info?.documentation),
  }
}

function faultOf(name: string): string {
  const start = SOURCE.indexOf(`export const ${name} `)
  const end = SOURCE.indexOf('\n', start)
  const faults = editor
    .getSemanticDiagnostics(FILE)
    .filter(({ start: at = -1 }) => at >= start && at < end)
  return faults
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    .join(' ')
}

t.test("a file parameter's documentation has its unit and default", async t => {
  t.match(hover('metrics:').meaning, 'Default: `ltv`.')
  t.match(hover('dsiValues:').meaning, 'DSIs of the revenue, LTV, ROAS and profit columns')
  t.match(hover('granularity:').meaning, 'one row per cohort and campaign')
})

t.test('completion of a parameter offers its values with their descriptions', async t => {
  const at = SOURCE.indexOf("'campaign',  }") + "'campaign', ".length
  const names = editor.getCompletionsAtPosition(FILE, at, {})!.entries.map(({ name }) => name)
  t.strictSame(
    ['metrics', 'dsiValues', 'countries', 'startDate'].filter(name => !names.includes(name)),
    [],
  )
  const details = editor.getCompletionEntryDetails(
    FILE,
    at,
    'startDate',
    {},
    undefined,
    {},
    undefined,
  )
  t.match(ts.displayPartsToString(details?.documentation), 'First install date.')
})

t.test('a row type shows its columns, each with description and unit', async t => {
  const [, columns = ''] =
    /^const rows: \{ (.*); \}\[\]$/.exec(hover('rows =').type.replaceAll(/\s+/g, ' ')) ?? []
  // The compiler orders them by when it met the names.
  t.strictSame(columns.split('; ').sort(), [
    'campaign: string',
    'install_cohort: string',
    'ltv_paid_gross_d7: number | null',
    'network: string',
    'platform: Platform',
    'spend: number',
  ])
  t.match(
    hover('ltv_paid_gross_d7').meaning,
    /Revenue up to the DSI per install of the type, in the app's currency/,
  )
  t.match(hover('spend\n').meaning, "Spend in the app's currency")
})

t.test(
  'columns of ROAS history, names and fields of recommendations show their descriptions',
  async t => {
    t.match(
      hover('roas_age_12').meaning,
      /^Age 12\. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio/,
    )
    t.match(
      hover('daily_spend').meaning,
      "Average daily spend over the bet lookback range of the recommendation, in the app's currency",
    )
    t.match(hover('network\n').meaning, 'Ad network; `Unknown` if missing.')
    t.match(hover('platform\n').meaning, 'The platform of the installs; `Unknown` if missing.')
  },
)

t.test('a misspelled parameter gets the nearest name as a suggestion', async t => {
  t.match(faultOf('mistyped'), 'DidYouMean<"dsiValues">')
  t.match(faultOf('unlike'), 'NoSuchParameter')
  t.match(faultOf('value'), `Did you mean '"ltv"'?`)
})

t.test('the first line of the error names the required parameters that are missing', async t => {
  t.match(faultOf('incomplete'), /is not assignable to parameter of type '"appId is required"'\.$/)
  t.match(faultOf('empty'), `parameter of type '"appId is required" | "granularity is required"'.`)
  t.match(faultOf('only'), `parameter of type '"appId is required"'.`)
})

t.test(
  'the compiler refuses a parameter beside a value that excludes it, given or by default',
  async t => {
    t.match(faultOf('elsewhere'), 'OnlyWith<"granularity", "campaign_geo"')
    t.match(faultOf('byDefault'), 'OnlyWith<"granularity", "campaign_geo", "campaign">')
  },
)

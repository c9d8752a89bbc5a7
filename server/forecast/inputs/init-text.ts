import { DEFAULT_THRESHOLD } from '../../core/model/classification.ts'
import { dateOf } from '../../core/model/dates.ts'
import type { Role, Stated, Table } from './formats/format.ts'
import { isOrganic, isTraditional } from './known-networks.ts'
import type { Survey } from './survey.ts'

export interface Guess {
  table: Table
  format: string
  /** File names, with `*` for dates. */
  files: string[]
  columns: Partial<Record<Role, string>>
  more: Stated
  doubts: string[]
  /** Why it is commented out; undefined if it is active. */
  doubled: string | undefined
}

/** An omitted file. */
export interface Unknown {
  file: string
  why: string
  /** Whether other tables of the file are taken. */
  isPart?: boolean
  table?: Table
  columns?: Partial<Record<Role, string>>
}

/** Settings that only a person knows. */
export interface Answers {
  id: number
  name: string
  /** Target ROAS: 1 is 100 %. */
  target: number
  dsi: number
  /** Revenue type of the target. */
  revenue: 'net' | 'gross'
}

interface InitResult {
  guesses: readonly Guess[]
  unknown: readonly Unknown[]
  survey: Survey
  answers: Answers
  provided: Partial<Answers>
}

/** How a doubt begins that names other columns for the same table. */
export const OTHER_READINGS = 'other readings: '

const DSIS = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365]

export function configText(result: InitResult): { text: string; said: string[] } {
  const { guesses, unknown, survey, answers, provided } = result
  const { id, name, target, dsi, revenue } = answers
  const mark = (key: keyof Answers, what?: string): string => {
    const words = [
      ...(provided[key] === undefined ? ['guess'] : []),
      ...(what === undefined ? [] : [what]),
    ]
    return words.length === 0 ? '' : ` # ${words.join(': ')}`
  }
  const networks = [...survey.networks.keys()].filter(network => network !== '')
  const traditional = networks.filter(isTraditional)
  const organic = [...new Set([...networks.filter(isOrganic), 'Organic'])]
  const others = networks.filter(
    network => !isTraditional(network) && !isOrganic(network) && survey.networks.get(network)! > 0,
  )
  const currency = survey.currencies.length === 1 ? survey.currencies[0]! : 'USD'
  const dsis = DSIS.includes(dsi) ? DSIS : [...DSIS, dsi].sort((a, b) => a - b)
  const text = `# Check what is marked as a guess. See server/forecast/README.md.
company: { id: 1, name: ${quoted(name)} } # guess
app:
  id: ${id}${mark('id', 'below 90000')}
  name: ${quoted(name)}${mark('name')}
  created_at: ${survey.firstDay === undefined ? '2020-01-01' : dateOf(survey.firstDay)} # guess: the first day of the exports
  currency: ${currency} # guess
  dsi: [${dsis.join(', ')}]
  action_threshold: ${DEFAULT_THRESHOLD}
targets:
  dsi: ${dsi}${mark('dsi', 'the age by which spend must be back')}
  roas_type: paid # or incremental_blended, full_blended
  revenue_type: ${revenue}${mark('revenue', revenue === 'net' ? 'after fees of the stores; or gross' : 'before fees of the stores; or net')}
  roas: ${target}${mark('target', '1.0 is 100 %, what was spent is back')}
  by: [] # - { platform: IOS, network: ..., campaign: ..., country: US, roas: 1.1 }; the first match wins
bet_lookback: [{ start: 2, end: 8 }]
# guess: what is left of gross revenue after the stores' fees
net: { iap: { IOS: 0.70, ANDROID: 0.85, WEB: 0.97 }, ad: 1.0 }
organic: { networks: [${list(organic)}], uplift: 0 } # guess: the networks that nothing is paid for
optimisation_dsi: { default: 7 }
networks:
  # guess: networks that take a ROAS bid. Recommendations for other networks always have the status LOW
  traditional: [${list(traditional)}]${others.length === 0 ? '' : `\n  # Not known, add those that take a ROAS bid: ${list(others)}`}
  alias: {} # what an export calls a network: what it is called here
snapshots: { daily_days: 20, weekly_days: 180 }
inputs:${guesses.some(({ doubled }) => doubled === undefined) ? '' : ' [] # no file was known'}
${[...guesses.map(inputText), ...unknown.map(unknownText)].join('\n')}
`
  return { text: text.replace('\n\n', '\n'), said: saidOf(result, { traditional, others }) }
}

function inputText({ table, format, files, columns, more, doubts, doubled }: Guess): string {
  const lines = [
    `  - table: ${table}${doubts.length === 0 ? '' : ` # guess: ${doubts.join('; ')}`}`,
    `    files: [${list(files)}]`,
    ...(format === 'neutral' ? [] : [`    format: ${format}`]),
    ...Object.entries(more).map(
      ([key, value]) =>
        `    ${key.replace(/[A-Z]/g, upper => `_${upper.toLowerCase()}`)}: ${/^"[a-z]+"$/.test(JSON.stringify(value)) ? String(value) : JSON.stringify(value)}`,
    ),
    ...(Object.keys(columns).length === 0 ? [] : [`    columns: { ${columnsText(columns)} }`]),
  ]
  return doubled === undefined
    ? lines.join('\n')
    : [`  # Left out: ${doubled}`, ...lines.map(line => `  #${line}`)].join('\n')
}

/** The missing columns of a file, and an input to complete and uncomment. */
function unknownText({ file, why, isPart = false, table, columns = {} }: Unknown): string {
  const said = `  # Not known, and left out: ${isPart ? 'revenue of ' : ''}${quoted(file)}: ${why}`
  return table === undefined
    ? said
    : `${said}. To read it:\n  #  - { table: ${table}, files: [${quoted(file)}], columns: { ${columnsText(columns)} } }`
}

function columnsText(columns: Partial<Record<Role, string>>): string {
  return Object.entries(columns)
    .map(([role, column]) => `${role}: ${quoted(column)}`)
    .join(', ')
}

function saidOf(
  { guesses, unknown, survey, answers, provided }: InitResult,
  { traditional, others }: { traditional: string[]; others: string[] },
): string[] {
  const { target, dsi, id, name, revenue } = answers
  const guessed = (['target', 'dsi', 'revenue'] as const)
    .filter(key => provided[key] === undefined)
    .map(key => `--${key}`)
  const days =
    survey.firstDay === undefined
      ? []
      : [`Days: ${dateOf(survey.firstDay)} to ${dateOf(survey.lastDay!)}.`]
  return [
    ...guesses.map(guess => takenText(guess)),
    ...unknown.map(
      ({ file, why, isPart = false, table }) =>
        `Leaves out ${isPart ? 'revenue of ' : ''}${file}: ${why}.${table === undefined ? '' : ' Complete the mapping in the configuration.'}`,
    ),
    ...days,
    ...survey.notes,
    `Networks that take a ROAS bid: ${traditional.length === 0 ? 'none known' : traditional.join(', ')}.${others.length === 0 ? '' : ` Not known: ${others.join(', ')}; their recommendations stay LOW unless you add them.`}`,
    `App ${id}, ${name}${provided.id === undefined || provided.name === undefined ? ' (guess: --id, --name)' : ''}. Target: ${Math.round(100 * target)} % of spend back by day ${dsi}, as ${revenue} revenue${guessed.length === 0 ? '' : ` (guess: ${guessed.join(', ')})`}.`,
  ]
}

/** A guess in a sentence; what it was decided on is in the doubts. */
function takenText({ table, files, format, columns, more, doubts, doubled }: Guess): string {
  const { kind, per } = more
  const facts = [
    ...(format === 'neutral' ? [] : [format]),
    ...(kind === undefined && per === undefined ? [] : [columns.revenue ?? columns.spend ?? '']),
    ...(kind === undefined ? [] : [`as kind ${kind}`]),
    ...(per === undefined ? [] : [`per ${per}`]),
    ...doubts.filter(doubt => doubt.startsWith(OTHER_READINGS)),
  ]
  const said = `${doubled === undefined ? 'Takes' : 'Leaves out'} ${table} of ${files.join(', ')}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`
  return `${said}${doubled === undefined ? '' : `: ${doubled}`}.`
}

function list(names: readonly string[]): string {
  return names.map(quoted).join(', ')
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

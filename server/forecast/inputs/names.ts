import countries from 'i18n-iso-countries'
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import japanese from 'i18n-iso-countries/langs/ja.json' with { type: 'json' }
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import type { Platform } from '../../../generated/vocabulary/vocabulary.ts'
import { listSome } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { joined, literal, plain, plainList, sql, type Sql } from '../../core/model/sql.ts'
import type { Config } from '../config/forecast-config.ts'
import { DIMENSIONS, type Names } from '../model/facts.ts'
import { type Input, reading } from './open-inputs.ts'
import { recordsOf, TEXTS, textsOf, wantedRows } from './input-rows.ts'
import { longName } from './input-rules.ts'
import { plainName } from './words.ts'

const NO_NAME = [
  '',
  'unknown',
  'none',
  'null',
  'n/a',
  '(not set)',
  '(none)',
  'skan',
  'skadnetwork',
  String.raw`\n`,
]

/** Distinct names: `raws` as written, with currency, and `dims` as interpreted. */
export interface NameCounts {
  raws: number
  dims: number
}

/**
 * Creates `raw_names` (`raw`, the input's texts, `dim`, `bad`) and `dims` (`dim`, the service's names, null if unknown), both numbered by
 * name, unknown first. Returns notes on unknown names.
 */
export async function readNames(
  workspace: Workspace,
  inputs: readonly Input[],
  { app, networks }: Pick<Config, 'app' | 'networks'>,
): Promise<NameCounts & { notes: string[] }> {
  const files = inputs.flatMap(input =>
    input.files.filter(({ rows }) => rows > 0).map(file => ({ input, file })),
  )
  const parts = files.map(
    ({ input, file }) =>
      sql`SELECT ${textsOf(input, file, app.currency)} FROM ${recordsOf(file)} WHERE ${wantedRows(input, file)}`,
  )
  const all =
    parts.length === 0
      ? sql`SELECT ${joined(TEXTS.map(name => sql`'' AS ${plain(name)}`))} WHERE false`
      : joined(parts, sql` UNION ALL `)
  await reading(
    files.map(({ file }) => file),
    () =>
      workspace.run(sql`CREATE TABLE texts AS SELECT DISTINCT ${plainList(TEXTS)} FROM (${all})`),
  )
  const notes = [
    ...(await translate(workspace, 'platform', text => platformOf(text))),
    ...(await translate(workspace, 'country', text => countryOf(text))),
  ]
  const aliases = Object.entries(networks.alias)
  await fillTranslation(workspace, 'network', aliases)
  const noName = joined(NO_NAME.map(literal))
  const named = (text: Sql) =>
    sql`CASE WHEN lower(${text}) IN (${noName}) THEN NULL ELSE ${text} END`
  await workspace.run(sql`CREATE TABLE meant AS SELECT t.*, p.name AS platform_name, ${named(sql`coalesce(n.name, trim(t.network))`)} AS network_name,
      ${named(sql`trim(t.campaign)`)} AS campaign_name, c.name AS country_name,
      ${joined(
        TEXTS.map(name => longName(sql`t.${plain(name)}`)),
        sql` OR `,
      )} AS bad
    FROM texts t LEFT JOIN platform_names p ON p.text = t.platform LEFT JOIN network_names n ON n.text = trim(t.network)
    LEFT JOIN country_names c ON c.text = t.country`)
  const names = joined(DIMENSIONS.map(name => plain(`${name}_name`)))
  const order = joined(DIMENSIONS.map(name => sql`${plain(`${name}_name`)} NULLS FIRST`))
  await workspace.run(sql`CREATE TABLE dims AS SELECT CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS dim, *
    FROM (SELECT DISTINCT ${names} FROM meant)`)
  const same = joined(
    DIMENSIONS.map(
      name => sql`d.${plain(`${name}_name`)} IS NOT DISTINCT FROM m.${plain(`${name}_name`)}`,
    ),
    sql` AND `,
  )
  await workspace.run(sql`CREATE TABLE raw_names AS
    SELECT CAST(row_number() OVER (ORDER BY dim, ${plainList(TEXTS)}) - 1 AS INTEGER) AS raw, dim, bad, ${plainList(TEXTS)}
    FROM (SELECT d.dim, m.* FROM meant m JOIN dims d ON ${same}) ORDER BY raw`)
  const { raws, dims } = await workspace.counts(
    sql`SELECT (SELECT count(*) FROM raw_names) AS raws, (SELECT count(*) FROM dims) AS dims`,
  )
  return { raws: Math.max(1, raws!), dims: Math.max(1, dims!), notes }
}

const MAX_LISTED = 5

async function translate(
  workspace: Workspace,
  name: 'platform' | 'country',
  meaning: (text: string) => string | null,
): Promise<string[]> {
  const text = plain(name)
  const rows = await workspace.rows(
    sql`SELECT DISTINCT ${text} AS text FROM texts WHERE NOT ${longName(text)} ORDER BY ALL`,
  )
  const meant = rows.map(row => ({
    text: String(row['text']),
    name: meaning(String(row['text']).trim()),
  }))
  await fillTranslation(
    workspace,
    name,
    meant.flatMap(({ text, name }) => (name === null ? [] : [[text, name] as [string, string]])),
  )
  const unknown = meant
    .filter(({ text, name }) => name === null && !NO_NAME.includes(text.trim().toLowerCase()))
    .map(({ text }) => JSON.stringify(text))
  if (unknown.length === 0) return []
  const plural = name === 'platform' ? 'Platforms' : 'Countries'
  return [`${plural} that are not known count as Unknown: ${listSome(unknown, MAX_LISTED)}.`]
}

async function fillTranslation(
  workspace: Workspace,
  name: string,
  meant: readonly [string, string][],
): Promise<void> {
  const table = plain(`${name}_names`)
  await workspace.run(sql`CREATE TABLE ${table} (text VARCHAR, name VARCHAR)`)
  if (meant.length === 0) return
  const rows = joined(meant.map(([text, meaning]) => sql`(${literal(text)}, ${literal(meaning)})`))
  await workspace.run(sql`INSERT INTO ${table} VALUES ${rows}`)
}

/** In the engine's sort order, with indexes per `dim`. */
export async function loadNames(
  workspace: Workspace,
  dims: number,
  relation: Sql,
): Promise<{ names: Names; indexes: Record<keyof Names, Int32Array> }> {
  const names = { platform: [], network: [], campaign: [], country: [] } as Record<
    keyof Names,
    string[]
  >
  const indexes = Object.fromEntries(
    DIMENSIONS.map(name => [name, new Int32Array(dims).fill(-1)]),
  ) as Record<keyof Names, Int32Array>
  const used = sql`(SELECT * FROM dims WHERE dim IN (SELECT dim FROM ${relation}))`
  for (const dimension of DIMENSIONS) {
    const name = plain(`${dimension}_name`)
    const rows = await workspace.rows(
      sql`SELECT DISTINCT ${name} AS name FROM ${used} WHERE ${name} IS NOT NULL ORDER BY ALL`,
    )
    names[dimension] = rows.map(row => String(row['name']))
    const at = new Map(names[dimension].map((text, index) => [text, index]))
    for await (const chunk of workspace.chunks(sql`SELECT dim, ${name} FROM ${used}`)) {
      for (let row = 0; row < chunk.rowCount; row++) {
        const text = chunk.getColumnVector(1).getItem(row) as string | null
        if (text !== null)
          indexes[dimension][chunk.getColumnVector(0).getItem(row) as number] = at.get(text)!
      }
    }
  }
  return { names, indexes }
}

// cspell:disable
/** Without case, spaces and punctuation: operating systems, and the stores of trackers and billing services. */
const PLATFORMS: Readonly<Record<string, Platform>> = {
  ...of(
    'IOS',
    'ios ipados iphone ipad iphoneos apple appstore applestore appleappstore itunes iosappstore appleios',
  ),
  ...of(
    'ANDROID',
    'android androidos google googleplay googleplaystore playstore amazon amazonappstore amazonstore googleandroid samsung ' +
      'galaxystore huawei appgallery xiaomi oppo vivo onestore rustore',
  ),
  ...of('WEB', 'web website stripe rcbilling paddle desktopweb mobileweb pcweb'),
}
// cspell:enable

function of(platform: Platform, names: string): Record<string, Platform> {
  return Object.fromEntries(names.split(' ').map(name => [name, platform]))
}

/** Apple ids are numbers, Google ids are reversed domains. */
const APPLE_APP = /^id\d+$|^\d{8,11}$/
const GOOGLE_APP = /^[a-z]\w*(\.\w+)+$/i

/** By platform name in any case, or by store id; null if unknown. */
export function platformOf(text: string): Platform | null {
  const known = plainName(text)
  if (Object.hasOwn(PLATFORMS, known)) return PLATFORMS[known]!
  return APPLE_APP.test(text.toLowerCase()) ? 'IOS' : GOOGLE_APP.test(text) ? 'ANDROID' : null
}

// English first: a name of two countries means the English one.
const LOCALES = [english, german, french, spanish, portuguese, japanese]
for (const locale of LOCALES) countries.registerLocale(locale)

/** Short names that the lists of languages lack, in capitals. */
const ALIASES: Readonly<Record<string, string>> = {
  UK: 'GB',
  EL: 'GR',
  'ÉTATS-UNIS': 'US',
  'COREA DEL SUR': 'KR',
  アメリカ: 'US',
  英国: 'GB',
  韓国: 'KR',
}

/** From alpha-2, alpha-3 or a name in one of `LOCALES`, in any case; null if unknown. Japanese names may have two letters. */
function countryOf(text: string): string | null {
  const code = text.toUpperCase()
  if (ALIASES[code] !== undefined) return ALIASES[code]
  if (code.length === 2 && countries.isValid(code)) return code
  return countries.alpha3ToAlpha2(code) ?? byName(text)
}

function byName(text: string): string | null {
  return (
    LOCALES.map(({ locale }) => countries.getAlpha2Code(text, locale)).find(
      code => code !== undefined,
    ) ?? null
  )
}

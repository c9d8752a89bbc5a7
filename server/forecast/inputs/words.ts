import { wordsOf } from './column-measure.ts'
import { withoutCurrency } from './units.ts'

// cspell:disable
function list(names: string): readonly string[] {
  return names.trim().split(/\s+/)
}

/** Usual names of the neutral tables' columns, without case, spaces and punctuation, in the languages of exporters. */
export const WORDS = {
  day: list(`
    date day datum tag reportdate dt installdate installday cohort cohortdate cohortday acquisitiondate fecha jour día dia data giorno 日付 日
    날짜 日期 dateday byday statdate stattimeday segmentsdate reportday eventdate reportingstarts datestart startdate день дата
  `),
  platform: list(
    'platform os osname operatingsystem deviceos store storetype plattform deviceplatform ostype apptype appplatform',
  ),
  network: list(`
    network channel mediasource source partner adnetwork utmsource kanal netzwerk trafficsource networkname partnername red réseau
  `),
  campaign: list(`
    campaign campaignname utmcampaign kampagne kampagnenname campaigntitle campaña nombredelacampaña nomdelacampagne campagne nomedacampanha
    campanha キャンペーン キャンペーン名 캠페인 캠페인이름 广告系列
  `),
  country: list(
    'country countrycode geo countryregion land region storefront countryorregion pays país paese 国 국가 countryterritory',
  ),
  spend: list(`
    spend cost costs adspend adcost totalcost totalspend amountspent mediacost kosten ausgaben networkcost costmicros metricscostmicros
    ausgegebenerbetrag montantdépensé importegastado valorusado valorgasto montantegasto 消化金額 費用 지출금액 비용 花费 coste coût custo расход расходы
    localspend spendcents spendincents spendmicros
  `),
  installs: list(`
    installs appinstalls newusers downloads installations installationen users installcount nutzer instalaciones instalações
  `),
  revenue: list(`
    revenue sales totalrevenue iaprevenue umsatz amount income proceeds price eventrevenue eventvalue purchaseamount purchasevalue value
    ingresos revenu receita
  `),
  age: list(
    'age dayssinceinstall daysafterinstall cohortage dsi daynumber dayspostattribution lifetimeday dayssincecohort period',
  ),
  currency: list(
    'currency currencycode waehrung währung accountcurrency devise moneda moeda 通貨 currencysign',
  ),
  user: list(
    'userid user customerid playerid userpseudoid appuserid deviceid appsflyerid adid useruid uid',
  ),
  installTime: list(`
    installtime installedat firstseen firstseentime firstopentime userfirsttouchtimestamp signuptime registrationtime createdat
    installtimestamp
  `),
  eventTime: list(`
    eventtime eventtimestamp purchasetime transactiontime transactiondate purchasedate paidat starttime time timestamp orderdate ordertime
  `),
  eventId: list('eventid transactionid orderid storetransactionid purchaseid receiptid insertid'),
} satisfies Record<string, readonly string[]>
export type Word = keyof typeof WORDS

const TIME = '(date|day|time|at|timestamp|datetime|ts|on)'
const INSTALLED =
  '(install(ed|ation)?|first (seen|open|launch|session|touch)|sign ?up|regist(ration|ered)|acquisition|acquired|(profile|user|account) created)'
/** Names of several words, by `wordsOf`, for what `WORDS` does not list. */
const PATTERNS: Partial<Record<Word, { is: RegExp; not?: RegExp }>> = {
  day: {
    is: /^(date|day) (utc|local|key)$|^(report|event|stat|stats|install|cohort|acquisition|activity|summary) (date|day)( utc| local)?$/,
  },
  platform: {
    is: /\b(platform|os|operating system|store|app type)\b/,
    not: /\b(version|id|family|model)\b/,
  },
  network: {
    is: /\b((ad ?)?network|media source|partner|(attribut\w*|acquisition|install|traffic|session|user|utm) (network|source|channel)|channel)( name)?\b|^publisher( name)?$/,
    not: /\b(campaign|id|type|cost|spend|ad ?group|date|time)\b/,
  },
  campaign: {
    is: /\b(campaign|kampagne\w*|campagne|campaña|campanha)\b|^(tracker|offer)( name)?$/,
    not: /\b(id|type|status|objective|goal|budget|start|end|date|group|currency)\b/,
  },
  country: {
    is: /\b(country|geo|region|territory|storefront)\b/,
    not: /\b(id|city|state|time|date)\b/,
  },
  spend: {
    is: /\b(spend|spent|costs?|kosten)\b/,
    not: /\b(per|cpi|cpm|cpa|cpc|avg|average|on (ad )?spend|limit|budget|type|model|currency|date|time|target|goal|user)\b|%/,
  },
  installs: {
    is: /\b(installs?|installations?|new users|first opens?|first time downloads?|downloads|installationen)\b/,
    not: /\b(per|costs?|spend|rate|time|date|datetime|timestamp|at|on|cvr|cpi|re ?installs?|uninstalls?|version|source|type|id|ad|day)\b|%|\d/,
  },
  age: {
    is: /\b(days?|age) (since|after|post|from|number|n|index)\b|\b(cohort|lifetime|relative|retention) (days?|age)\b/,
    not: /\b(date|time)\b/,
  },
  user: {
    is: /\b(user|customer|profile|subscriber|player|device|visitor|client|distinct|identity|account) (pseudo )?(uu)?id\b|^(idfv|gaid|idfa|aaid|adid)$/,
  },
  installTime: { is: new RegExp(String.raw`\b${INSTALLED}\b.*\b${TIME}\b`) },
  eventTime: {
    is: new RegExp(
      String.raw`\b(event|purchase|transaction|payment|order|charge|paid|billing|conversion|occurred|processed)\b.*\b${TIME}\b`,
    ),
    not: /\binstall/,
  },
  eventId: { is: /\b(event|transaction|order|purchase|receipt|insert)\b.*\bid\b/ },
}

/** Columns with the end of a row's period. A row that ends on another day is a sum of several. */
export const PERIOD_ENDS = list(`
  reportingends datestop enddate periodend berichtsende findesrapports findelinforme términodosrelatórios encerramentodosrelatórios
  fimdosrelatórios レポート終了日 reportend todate dateend weekend
`)
/** Columns whose values are weeks or months. */
export const PERIODS = list(
  'week month woche monat semaine mois semana mes mês 週 月 quarter weekstart isoweek yearmonth datemonth dateweek',
)
/** Conversions claimed by networks, which are not installs of the app. */
export const CLAIMED = list(`
  conversions results ergebnisse résultats resultados metricsconversions actions totalconversions 結果 konversionen conversiones conversões
`)
/** Whether a column is of amounts after the stores' fees, by its name. */
export function isNetAmount(column: string): boolean {
  return /\b(proceeds|net (revenue|price|amount)|revenue net)\b/.test(wordsOf(column))
}

/** Days of installs even without a time. */
// cspell:disable-next-line
export const INSTALL_DAYS = list('installdate installday cohortdate cohortday acquisitiondate')

/** Ids of apps say their platform too. */
const APP_IDS =
  /^(app )?(package( name)?|bundle( id)?|apple identifier|store id)$|^(app|application) (package( name)?|bundle( id)?|id|apple identifier)$/

/** The columns of a header by what they have: of names in `WORDS`, then of names with the same words in another order. */
export function columnsByWord(header: readonly string[]): Map<Word, string> {
  const byWord = new Map<Word, string>()
  const isFree = (column: string): boolean => ![...byWord.values()].includes(column)
  const take = (word: Word, is: (column: string) => boolean): void => {
    const column = byWord.has(word)
      ? undefined
      : header.find(column => isFree(column) && is(column))
    if (column !== undefined) byWord.set(word, column)
  }
  for (const [word, names] of Object.entries(WORDS) as [keyof typeof WORDS, readonly string[]][]) {
    take(word, column => names.includes(plainName(column)))
    take(word, column => names.includes(plainName(withoutCurrency(column).replace(/[([].*$/, ''))))
  }
  for (const [word, { is, not }] of Object.entries(PATTERNS) as [
    Word,
    { is: RegExp; not?: RegExp },
  ][])
    take(
      word,
      column => is.test(wordsOf(withoutCurrency(column))) && not?.test(wordsOf(column)) !== true,
    )
  take('platform', column => APP_IDS.test(wordsOf(column)))
  return byWord
}

/** Without case, spaces and punctuation. */
export function plainName(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

// cspell:disable
function list(names: string): readonly string[] {
  return names.trim().split(/\s+/)
}

/** Usual names of the neutral tables' columns, without case, spaces and punctuation, in the languages of exporters. */
export const WORDS = {
  day: list(`
    date day datum tag reportdate dt installdate installday cohort cohortdate cohortday acquisitiondate fecha jour día dia data giorno 日付 日
    날짜 日期 dateday byday statdate stattimeday segmentsdate reportingstarts datestart startdate день дата
  `),
  platform: list('platform os osname operatingsystem deviceos store storetype plattform deviceplatform ostype apptype appplatform'),
  network: list(`
    network channel mediasource source partner adnetwork utmsource kanal netzwerk trafficsource networkname partnername red réseau
  `),
  campaign: list(`
    campaign campaignname utmcampaign kampagne kampagnenname campaigntitle campaña nombredelacampaña nomdelacampagne campagne nomedacampanha
    campanha キャンペーン キャンペーン名 캠페인 캠페인이름 广告系列
  `),
  country: list('country countrycode geo countryregion land region storefront countryorregion pays país paese 国 국가 countryterritory'),
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
  age: list('age dayssinceinstall daysafterinstall cohortage dsi daynumber dayspostattribution lifetimeday dayssincecohort period'),
  currency: list('currency currencycode waehrung währung accountcurrency devise moneda moeda 通貨 currencysign'),
  user: list('userid user customerid playerid userpseudoid appuserid deviceid appsflyerid adid useruid uid'),
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
// cspell:enable

/** Without case, spaces and punctuation. */
export function plainName(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

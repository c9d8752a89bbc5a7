import type { Format, Mapping, Role } from './format.ts'

/** Column names in an ad network's own cost report, by language; sources are in the fixtures' README. */
interface CostReport {
  /** The network, which the report omits. */
  network: string
  date: readonly string[]
  campaign: readonly string[]
  country?: readonly string[]
  platform?: readonly string[]
  spend: readonly string[]
  currency?: readonly string[]
  /** Columns that no other exporter has; the file has at least one. */
  signs: readonly string[]
  only?: 'IOS'
  divide?: number
  leaveOut?: NonNullable<Mapping['leaveOut']>
}

function list(names: string): readonly string[] {
  return names.trim().split(/,\s*/)
}

// cspell:disable
const COST_REPORTS = {
  'meta-ads': {
    network: 'Meta Ads',
    date: list(`
      Day, Tag, Jour, Día, Dia, 日, 日付, date, date_start, Reporting starts, Berichtsstart, Début des rapports, Inicio del informe, Início dos
      relatórios, レポート開始日, date_day
    `),
    campaign: list(`
      Campaign name, Kampagnenname, Nom de la campagne, Nombre de la campaña, Nome da campanha, キャンペーンの名前, キャンペーン名, campaign_name
    `),
    country: list('Country, Land, Pays, País, 国, country'),
    spend: list(`
      Amount spent, Ausgegebener Betrag, Montant dépensé, Importe gastado, Valor usado, Valor gasto, Montante gasto, 消化金額, spend
    `),
    currency: list('Currency, Währung, Devise, Divisa, Moeda, 通貨, account_currency'),
    signs: list(`
      Amount spent, Ausgegebener Betrag, Montant dépensé, Importe gastado, Valor usado, Montante gasto, 消化金額, date_stop, account_currency,
      inline_link_clicks
    `),
  },
  'google-ads': {
    network: 'Google Ads',
    date: list('Day, Tag, Jour, Día, Dia, 日, 日付, date, segments.date, segments_date, date_day'),
    campaign: list(
      'Campaign, Kampagne, Campagne, Campaña, Campanha, キャンペーン, campaign_name, campaign.name, campaign',
    ),
    country: list('Country/Territory, Country, Land, Pays, País, country, country_code'),
    spend: list(
      'Cost, Kosten, Coût, Coste, Costo, Custo, 費用, cost_micros, metrics.cost_micros, metrics_cost_micros',
    ),
    currency: list(`
      Currency code, Währungscode, Code de devise, Code devise, Código de moneda, Código da moeda, 通貨コード, customer.currency_code,
      customer_currency_code, currency_code
    `),
    signs: list(`
      Currency code, Währungscode, Code de devise, Code devise, Código de moneda, Código da moeda, 通貨コード, cost_micros, metrics.cost_micros,
      metrics_cost_micros
    `),
  },
  'tiktok-ads': {
    network: 'TikTok',
    date: list('By Day, Date, stat_time_day, date, date_day'),
    campaign: list('Campaign name, campaign_name'),
    country: list('Country/Region, Country, country_code'),
    spend: list('Cost, Total cost, spend'),
    currency: list('Currency, currency'),
    signs: list('By Day, stat_time_day'),
  },
  'apple-search-ads': {
    network: 'Apple Search Ads',
    date: list('Date, Day, date, date_day'),
    campaign: list('Campaign Name, Campaign, campaignName, campaign_name'),
    country: list('Country or Region, countryOrRegion, country_or_region'),
    spend: list('Spend, localSpend, local_spend_amount, local_spend'),
    currency: list('Currency, local_spend_currency'),
    signs: list('Taps, TTR, Avg CPT, localSpend, local_spend, local_spend_amount'),
    only: 'IOS',
  },
  'snapchat-ads': {
    network: 'Snapchat',
    date: list('date_start, date, Date, date_day'),
    campaign: list('campaign_name, Campaign Name'),
    country: list('country, Country'),
    spend: list('spend, Amount Spent'),
    currency: list('currency, Currency'),
    signs: list('ad_squad_name, ad_squad_id'),
  },
  'unity-ads': {
    network: 'Unity Ads',
    date: list('timestamp'),
    campaign: list('campaign name, campaign set name, campaignName, campaignSetName'),
    country: list('country'),
    platform: list('platform'),
    spend: list('spend'),
    signs: list('campaign set id, campaign set name, campaignSet, target id, starts'),
  },
  ironsource: {
    network: 'ironSource',
    date: list('date'),
    campaign: list('campaignName'),
    country: list('country, countryCode'),
    platform: list('os'),
    spend: list('spend'),
    signs: list('titleBundleId, titleName'),
  },
  applovin: {
    network: 'AppLovin',
    date: list('day, Day'),
    campaign: list('campaign, Campaign'),
    country: list('country, Country'),
    platform: list('platform, Platform'),
    spend: list('cost, Cost'),
    signs: list('campaign_id_external, campaign_package_name, campaign_bid_goal, creative_set'),
  },
} satisfies Record<string, CostReport>
// cspell:enable

const CLAIMED =
  'must be of another report: conversions that a network counts are not installs of the app. Take the file that has revenue'

function formatOf({
  network,
  date,
  campaign,
  country = [],
  platform = [],
  spend,
  currency = [],
  signs,
  only,
  ...more
}: CostReport): Format {
  const optional: Role[] = ['platform', 'network', 'country', 'currency']
  return {
    spend: {
      columns: { date, platform, network: [], campaign, country, spend, currency },
      constants: { network, ...(only && { platform: only }) },
      optional,
      signs,
      ...more,
    },
    installs: CLAIMED,
    revenue: CLAIMED,
  }
}

export const costReports: Readonly<Record<string, Format>> = Object.fromEntries(
  Object.entries(COST_REPORTS).map(([name, report]) => [name, formatOf(report)]),
)

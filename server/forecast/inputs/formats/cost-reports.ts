import type { Format, Mapping, Role } from './format.ts'

/** What an ad network's own report of costs calls its columns, by language; sources are in the fixtures' README. */
interface CostReport {
  /** The network, which the report does not name. */
  network: string
  date: readonly string[]
  campaign: readonly string[]
  country?: readonly string[]
  platform?: readonly string[]
  spend: readonly string[]
  currency?: readonly string[]
  /** Columns that no other exporter has; the file has at least one of them. */
  signs: readonly string[]
  only?: 'IOS'
  divide?: number
  leaveOut?: NonNullable<Mapping['leaveOut']>
}

// cspell:disable
const COST_REPORTS = {
  'meta-ads': {
    network: 'Meta Ads',
    date: [
      'Day',
      'Tag',
      'Jour',
      'Día',
      'Dia',
      '日',
      '日付',
      'date',
      'date_start',
      'Reporting starts',
      'Berichtsstart',
      'Début des rapports',
      'Inicio del informe',
      'Início dos relatórios',
      'レポート開始日',
    ],
    campaign: [
      'Campaign name',
      'Kampagnenname',
      'Nom de la campagne',
      'Nombre de la campaña',
      'Nome da campanha',
      'キャンペーンの名前',
      'キャンペーン名',
      'campaign_name',
    ],
    country: ['Country', 'Land', 'Pays', 'País', '国', 'country'],
    spend: [
      'Amount spent',
      'Ausgegebener Betrag',
      'Montant dépensé',
      'Importe gastado',
      'Valor usado',
      'Valor gasto',
      'Montante gasto',
      '消化金額',
      'spend',
    ],
    currency: ['Currency', 'Währung', 'Devise', 'Divisa', 'Moeda', '通貨', 'account_currency'],
    signs: [
      'Amount spent',
      'Ausgegebener Betrag',
      'Montant dépensé',
      'Importe gastado',
      'Valor usado',
      'Montante gasto',
      '消化金額',
      'date_stop',
      'account_currency',
      'inline_link_clicks',
    ],
  },
  'google-ads': {
    network: 'Google Ads',
    date: ['Day', 'Tag', 'Jour', 'Día', 'Dia', '日', '日付', 'date', 'segments.date', 'segments_date', 'date_day'],
    campaign: ['Campaign', 'Kampagne', 'Campagne', 'Campaña', 'Campanha', 'キャンペーン', 'campaign_name', 'campaign.name', 'campaign'],
    country: ['Country/Territory', 'Country', 'Land', 'Pays', 'País', 'country', 'country_code'],
    spend: ['Cost', 'Kosten', 'Coût', 'Coste', 'Costo', 'Custo', '費用', 'cost_micros', 'metrics.cost_micros', 'metrics_cost_micros'],
    currency: [
      'Currency code',
      'Währungscode',
      'Code de devise',
      'Code devise',
      'Código de moneda',
      'Código da moeda',
      '通貨コード',
      'customer.currency_code',
      'customer_currency_code',
      'currency_code',
    ],
    signs: [
      'Currency code',
      'Währungscode',
      'Code de devise',
      'Code devise',
      'Código de moneda',
      'Código da moeda',
      '通貨コード',
      'cost_micros',
      'metrics.cost_micros',
      'metrics_cost_micros',
    ],
  },
  'tiktok-ads': {
    network: 'TikTok',
    date: ['By Day', 'Date', 'stat_time_day', 'date'],
    campaign: ['Campaign name', 'campaign_name'],
    country: ['Country/Region', 'Country', 'country_code'],
    spend: ['Cost', 'Total cost', 'spend'],
    currency: ['Currency', 'currency'],
    signs: ['By Day', 'stat_time_day'],
  },
  'apple-search-ads': {
    network: 'Apple Search Ads',
    date: ['Date', 'Day', 'date'],
    campaign: ['Campaign Name', 'Campaign', 'campaignName', 'campaign_name'],
    country: ['Country or Region', 'countryOrRegion', 'country_or_region'],
    spend: ['Spend', 'localSpend', 'local_spend_amount', 'local_spend'],
    currency: ['Currency', 'local_spend_currency'],
    signs: ['Taps', 'TTR', 'Avg CPT', 'localSpend', 'local_spend', 'local_spend_amount'],
    only: 'IOS',
  },
  'snapchat-ads': {
    network: 'Snapchat',
    date: ['date_start', 'date', 'Date'],
    campaign: ['campaign_name', 'Campaign Name'],
    country: ['country', 'Country'],
    spend: ['spend', 'Amount Spent'],
    currency: ['currency', 'Currency'],
    signs: ['ad_squad_name', 'ad_squad_id'],
  },
  'unity-ads': {
    network: 'Unity Ads',
    date: ['timestamp'],
    campaign: ['campaign name', 'campaign set name', 'campaignName', 'campaignSetName'],
    country: ['country'],
    platform: ['platform'],
    spend: ['spend'],
    signs: ['campaign set id', 'campaign set name', 'campaignSet', 'target id', 'starts'],
  },
  ironsource: {
    network: 'ironSource',
    date: ['date'],
    campaign: ['campaignName'],
    country: ['country', 'countryCode'],
    platform: ['os'],
    spend: ['spend'],
    signs: ['titleBundleId', 'titleName'],
  },
  applovin: {
    network: 'AppLovin',
    date: ['day', 'Day'],
    campaign: ['campaign', 'Campaign'],
    country: ['country', 'Country'],
    platform: ['platform', 'Platform'],
    spend: ['cost', 'Cost'],
    signs: ['campaign_id_external', 'campaign_package_name', 'campaign_bid_goal', 'creative_set'],
  },
} as const satisfies Record<string, CostReport>
// cspell:enable

const CLAIMED = 'must be of another report: conversions that a network counts are not installs of the app. Take the file that has revenue'

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

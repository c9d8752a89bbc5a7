import { csv } from './inputs.ts'

/** Days of the studio: two campaigns, 360 installs, 840 USD of spend and 780 USD of revenue in twelve days. */
export const DAYS = Array.from(
  { length: 12 },
  (_, n) => `2026-10-${String(n + 1).padStart(2, '0')}`,
)
const CAMPAIGNS = {
  FB: { names: 'ios,Facebook Ads,FB_US_iOS,US', installs: 10, spend: 30 },
  UAC: { names: 'android,Google Ads,UAC_US,US', installs: 20, spend: 40 },
}
type Campaign = keyof typeof CAMPAIGNS

/** `installs.csv`, `revenue.csv` (5 a day) and `spend.csv` of these campaigns, in neutral columns. */
export function studio({ spend = ['FB', 'UAC'] }: { spend?: Campaign[] } = {}): Record<
  string,
  string
> {
  const rows = (
    campaigns: Campaign[],
    cells: (day: number, campaign: Campaign) => string[],
  ): string[] => DAYS.flatMap((_, day) => campaigns.flatMap(campaign => cells(day, campaign)))
  const key = (day: number, campaign: Campaign): string =>
    `${DAYS[day]!},${CAMPAIGNS[campaign].names}`
  const both: Campaign[] = ['FB', 'UAC']
  return {
    'installs.csv': csv(
      'install_date,platform,network,campaign,country,installs',
      ...rows(both, (day, campaign) => [`${key(day, campaign)},${CAMPAIGNS[campaign].installs}`]),
    ),
    'revenue.csv': csv(
      'install_date,platform,network,campaign,country,age,revenue',
      ...rows(both, (day, campaign) =>
        Array.from({ length: DAYS.length - day }, (_, age) => `${key(day, campaign)},${age},5`),
      ),
    ),
    ...(spend.length > 0 && {
      'spend.csv': csv(
        'date,platform,network,campaign,country,spend',
        ...rows(spend, (day, campaign) => [`${key(day, campaign)},${CAMPAIGNS[campaign].spend}`]),
      ),
    }),
  }
}

/** A row a day. */
export function daily(row: (date: string, day: number) => string): string[] {
  return DAYS.map(row)
}

/** Files as a studio has them, and the law of what must come out. */
export interface Kind {
  name: string
  files: Record<string, string | Buffer>
  /** What a person changes in the configuration that `init` wrote. */
  edit?: (text: string) => string
  /** `platform network campaign: spend / installs / revenue`. */
  sums: readonly string[]
  says?: RegExp | RegExp[]
  refused?: RegExp
}

export const FB = 'IOS Facebook Ads FB_US_iOS: 360 / 120 / 390'
export const UAC = 'ANDROID Google Ads UAC_US: 480 / 240 / 390'
export const RIGHT = [FB, UAC]
export const WITHOUT_FB = 'IOS Facebook Ads FB_US_iOS: 0 / 120 / 390'
export const WITHOUT_REVENUE = 'ANDROID Google Ads UAC_US: 480 / 240 / 0'
export const WITHOUT_UAC = 'ANDROID Google Ads UAC_US: 0 / 240 / 390'

/** Google's spend from `file` beside Facebook's in neutral columns. */
export function google(
  name: string,
  file: string,
  text: string | Buffer,
  more: Partial<Kind> = {},
): Kind {
  return { name, files: { ...studio({ spend: ['FB'] }), [file]: text }, sums: RIGHT, ...more }
}

/** Facebook's spend from `file` beside Google's in neutral columns. */
export function meta(
  name: string,
  file: string,
  text: string | Buffer,
  more: Partial<Kind> = {},
): Kind {
  return { name, files: { ...studio({ spend: ['UAC'] }), [file]: text }, sums: RIGHT, ...more }
}

export function refused(rule: RegExp): Pick<Kind, 'sums' | 'refused'> {
  return { sums: [], refused: rule }
}

function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le')
}

/** A day of October as day/month/year. */
export function german(date: string): string {
  return date.split('-').reverse().join('.')
}

export function appended(input: string): (text: string) => string {
  return text => text.replace(/^inputs:/m, `inputs:\n  - ${input}`)
}

const RAW =
  'Install Time,Event Time,Event Name,Event Revenue USD,Media Source,Campaign,Country Code,AppsFlyer ID,Platform,Is Retargeting'

/** AppsFlyer's raw installs (five a day) and purchases (one a day) of one source. */
function raw(source: string, campaign: string, prefix = ''): Record<string, string> {
  const user = (day: number, n: number): string => `${source || 'none'}-${1000 + day}-${n}`
  const place = (day: number, n: number): string =>
    `${source},${campaign},US,${user(day, n)},android,false`
  return {
    [`${prefix}installs_android.csv`]: csv(
      RAW,
      ...DAYS.flatMap((date, day) =>
        Array.from(
          { length: 5 },
          (_, n) => `${date} 08:00:0${n},${date} 08:00:0${n},install,,${place(day, n)}`,
        ),
      ),
    ),
    [`${prefix}events_android.csv`]: csv(
      RAW,
      ...daily((date, day) => `${date} 08:00:00,${date} 09:00:00,af_purchase,5,${place(day, 0)}`),
    ),
  }
}

function appsflyerCost(network: string, campaign: string): Record<string, string> {
  return {
    'cost_android.csv': csv(
      'Date,Agency/PMD (af_prt),Media Source (pid),Campaign (c),Installs,Total Cost',
      ...daily(date => `${date},None,${network},${campaign},5,20`),
    ),
  }
}

export const COSTS = 'date,platform,network,campaign,country,spend'
const WEEKS = ['2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26']

// cspell:disable
export const KINDS: readonly Kind[] = [
  { name: 'neutral tables', files: studio(), sums: RIGHT },
  {
    name: 'Adjust with store_type',
    files: {
      'adjust.csv': csv(
        'day,store_type,channel,campaign,country,installs,network_cost,all_revenue_total_d0,all_revenue_total_d1',
        ...DAYS.flatMap(date => [
          `${date},apple,Facebook,FB_US_iOS,United States,10,30,5,10`,
          `${date},google,Google Ads,UAC_US,United States,20,40,5,10`,
        ]),
      ),
    },
    sums: ['IOS Facebook FB_US_iOS: 360 / 120 / 115', 'ANDROID Google Ads UAC_US: 480 / 240 / 115'],
  },
  {
    name: 'AppsFlyer, organic without a media source',
    files: {
      ...raw('googleadwords_int', 'UAC_US'),
      ...raw('', '', 'organic-'),
      ...appsflyerCost('googleadwords_int', 'UAC_US'),
    },
    sums: ['ANDROID googleadwords_int UAC_US: 240 / 60 / 60', 'ANDROID Organic -: 0 / 60 / 60'],
  },
  {
    name: 'AppsFlyer, restricted',
    files: { ...raw('restricted', ''), ...appsflyerCost('Facebook Ads', 'FB_US') },
    sums: ['ANDROID Facebook Ads FB_US: 240 / 0 / 0', 'ANDROID restricted -: 0 / 60 / 60'],
    says: /AppsFlyer hides the network of 60 installs in raw data \(restricted\), and 240\.00 USD of Facebook Ads .*Export the cohort report/,
  },
  google(
    'Google Ads, millionths by name',
    'google.csv',
    csv('date,campaign_name,cost_micros', ...daily(date => `${date},UAC_US,40000000`)),
    {
      says: /"cost_micros" divided by 1000000/,
    },
  ),
  google(
    'Google Ads, API names with dots',
    'ads.csv',
    csv(
      'segments.date,campaign.name,metrics.cost_micros,customer.currency_code',
      ...daily(date => `${date},UAC_US,40000000,USD`),
    ),
  ),
  google(
    'Google Ads, page export with titles and totals',
    'Campaign report.csv',
    csv(
      'Campaign report',
      '"October 1, 2026 - October 12, 2026"',
      'Day,Campaign,Currency code,Cost,Conversions',
      ...daily(date => `${date},UAC_US,USD,40.00,3.00`),
      'Total: Campaigns, --,USD,480.00,36.00',
      'Total: Account, --,USD,480.00,36.00',
    ),
    { says: /2 lines above the header, left out; 2 rows of totals, left out/ },
  ),
  google(
    'Google Ads, German page export',
    'Kampagnenbericht.csv',
    csv(
      'Kampagnenbericht',
      '"1. Oktober 2026 – 12. Oktober 2026"',
      'Tag,Kampagne,Währungscode,Kosten,Land',
      ...daily(date => `${date},UAC_US,USD,"40,00",Vereinigte Staaten`),
      'Gesamt: Konto, --,USD,"480,00", --',
    ),
    { says: /decimal comma/ },
  ),
  google(
    'Google Ads, Japanese page export, tabs in UTF-16',
    'report.csv',
    utf16(
      `${['キャンペーン レポート', '日\tキャンペーン\t通貨コード\t費用', ...daily(date => `${date}\tUAC_US\tUSD\t40`)].join('\n')}\n`,
    ),
    { says: /UTF-16; separated by tabs; 1 line above the header/ },
  ),
  google(
    'Google Ads, conversions beside installs',
    'Campaign report.csv',
    csv(
      'Day,Campaign,Currency code,Cost,Conversions',
      ...daily(date => `${date},UAC_US,USD,40.00,3.00`),
    ),
  ),
  google(
    'Google Ads, conversions added by hand',
    'Campaign report.csv',
    csv(
      'Day,Campaign,Currency code,Cost,Conversions',
      ...daily(date => `${date},UAC_US,USD,40.00,3.00`),
    ),
    {
      edit: appended(
        '{ table: installs, files: ["Campaign report.csv"], columns: { install_date: Day, platform: "=", network: "=", campaign: Campaign, country: "=", installs: Conversions } }',
      ),
      ...refused(/Conversions, must not be added to the installs of installs\.csv/),
    },
  ),
  google(
    'Google Ads by week',
    'google.csv',
    csv('Week,Campaign,Currency code,Cost', ...WEEKS.map(date => `${date},UAC_US,USD,280`)),
    {
      sums: [FB, WITHOUT_UAC],
      says: [
        /Leaves out google\.csv: its rows are of a week: export it by day/,
        /240 installs of Google Ads have no spend/,
      ],
    },
  ),
  meta(
    'Meta, no platform',
    'meta.csv',
    csv(
      'Day,Campaign name,Country,Amount spent (USD)',
      ...daily(date => `${date},FB_US_iOS,US,30`),
    ),
    {
      says: /has no platform: it takes that of the installs of the same campaign/,
    },
  ),
  meta(
    'Meta, sums of a period',
    'meta.csv',
    csv(
      'Reporting starts,Reporting ends,Campaign name,Campaign delivery,Amount spent (USD)',
      '2026-10-01,2026-10-12,FB_US_iOS,active,360',
    ),
    refused(
      /Reporting ends, 2026-10-12, must have a row for each day: .* 2026-10-01 to 2026-10-12\. Export it again with the breakdown by day/,
    ),
  ),
  meta(
    'Meta, a row a day with both ends',
    'meta.csv',
    csv(
      'Reporting starts,Reporting ends,Campaign name,Amount spent (USD)',
      ...daily(date => `${date},${date},FB_US_iOS,30`),
    ),
  ),
  meta(
    'Meta, a total above the rows',
    'meta.csv',
    csv(
      'Reporting starts,Reporting ends,Day,Campaign name,Amount spent (USD)',
      '2026-10-01,2026-10-12,,,360',
      ...daily(date => `${date},${date},${date},FB_US_iOS,30`),
    ),
    { says: /1 row of totals/ },
  ),
  meta(
    'Meta, yen in the header',
    'meta_ios.csv',
    csv(
      'Day,Campaign name,Country,Amount spent (JPY)',
      ...daily(date => `${date},FB_US_iOS,US,4500`),
    ),
    {
      ...refused(
        /fx, rate, 2026-10-01 to 2026-10-12 JPY, is required: .* Add an input \{ table: fx/,
      ),
    },
  ),
  meta(
    'Meta, yen with rates',
    'meta_ios.csv',
    csv(
      'Day,Campaign name,Country,Amount spent (JPY)',
      ...daily(date => `${date},FB_US_iOS,US,4500`),
    ),
    {
      files: {
        ...studio({ spend: ['UAC'] }),
        'meta_ios.csv': csv(
          'Day,Campaign name,Country,Amount spent (JPY)',
          ...daily(date => `${date},FB_US_iOS,US,4500`),
        ),
        'rates/fx.csv': csv('date,currency,rate', ...daily(date => `${date},JPY,0.006666667`)),
      },
      edit: appended('{ table: fx, files: [rates/fx.csv] }'),
    },
  ),
  meta(
    'Meta, German with semicolons',
    'meta.csv',
    csv(
      'Tag;Kampagnenname;Land;Ausgegebener Betrag (USD)',
      ...daily(date => `${german(date)};FB_US_iOS;US;30,00`),
    ),
    { says: /semicolons.*decimal comma.*day\/month\/year/ },
  ),
  meta(
    'Meta, French',
    'meta.csv',
    csv(
      'Jour,Nom de la campagne,Pays,Montant dépensé (USD)',
      ...daily(date => `${date},FB_US_iOS,US,30`),
    ),
  ),
  meta(
    'Meta, Spanish',
    'meta.csv',
    csv(
      'Día,Nombre de la campaña,País,Importe gastado (USD)',
      ...daily(date => `${date},FB_US_iOS,US,30`),
    ),
  ),
  meta(
    'Meta, Portuguese',
    'meta.csv',
    csv('Dia,Nome da campanha,País,Valor usado (USD)', ...daily(date => `${date},FB_US_iOS,US,30`)),
  ),
  meta(
    'Meta, Japanese',
    'meta.csv',
    csv('日,キャンペーンの名前,国,消化金額 (USD)', ...daily(date => `${date},FB_US_iOS,US,30`)),
  ),
  {
    name: 'TikTok with a total row',
    files: {
      ...studio(),
      'tiktok_android.csv': csv(
        'Campaign name,By Day,Cost,Currency',
        ...daily(date => `TT_BR,${date},10,USD`),
        'Total of 12 results,-,120,USD',
      ),
    },
    sums: [...RIGHT, 'ANDROID TikTok TT_BR: 120 / 0 / 0'],
    says: [/1 row of totals, left out/, /120\.00 USD of TikTok have no installs at all/],
  },
  {
    name: 'dbt ad_reporting',
    files: {
      ...studio({ spend: [] }),
      'ad_reporting__campaign_report.csv': csv(
        'source_relation,date_day,platform,campaign_name,clicks,impressions,spend',
        ...DAYS.flatMap(date => [
          `x,${date},facebook_ads,FB_US_iOS,1,1,30`,
          `x,${date},google_ads,UAC_US,1,1,40`,
        ]),
      ),
    },
    sums: RIGHT,
    says: /facebook_ads is Facebook Ads, google_ads is Google Ads/,
  },
  {
    name: 'GA4 with microseconds',
    files: {
      'ga4.csv': csv(
        'event_timestamp,user_first_touch_timestamp,user_pseudo_id,platform,network,campaign,country,revenue',
        ...daily(
          (_, day) =>
            `${1790845200000000 + day * 86_400_000_000},${1790841600000000 + day * 86_400_000_000},u${day},IOS,Facebook Ads,FB_US_iOS,US,5`,
        ),
      ),
    },
    sums: ['IOS Facebook Ads FB_US_iOS: 0 / 12 / 60'],
    says: /times counted since 1970/,
  },
  {
    name: 'RevenueCat with stores and sandbox',
    files: {
      ...Object.fromEntries(Object.entries(studio()).filter(([name]) => name !== 'revenue.csv')),
      'revenuecat.csv': csv(
        'rc_original_app_user_id,country,start_time,store,is_sandbox,price_in_usd,store_transaction_id,refunded_at,first_seen_time,network,campaign',
        ...daily(
          (date, day) =>
            `u${day},US,${date} 09:00:00,app_store,false,5,t${day},,${date} 08:00:00,Facebook Ads,FB_US_iOS`,
        ),
        'u99,US,2026-10-02 09:00:00,app_store,true,500,t99,,2026-10-02 08:00:00,Facebook Ads,FB_US_iOS',
      ),
    },
    sums: ['IOS Facebook Ads FB_US_iOS: 360 / 120 / 60', WITHOUT_REVENUE],
    says: /1 row with "is_sandbox" true or t or 1, left out/,
  },
  google(
    'cents by name',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend_cents',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,4000`),
    ),
    {
      says: /"spend_cents" divided by 100/,
    },
  ),
  google(
    'cents without a word',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,cost',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,4000`),
    ),
    {
      sums: [FB, 'ANDROID Google Ads UAC_US: 48000 / 240 / 390'],
      says: /Google Ads: spend per install of 200 USD \(others: 3\.00\) is not believable: if the file gives cents, add divide: 100/,
    },
  ),
  google(
    'amounts divided by the configuration',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,cost',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,4000`),
    ),
    {
      edit: text => text.replace(/(files: \["costs\.csv"\])/, '$1\n    divide: 100'),
    },
  ),
  google(
    'Cost USD',
    'costs.csv',
    csv(
      'Date,OS,Source,Campaign,Country,Cost USD',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,40`),
    ),
  ),
  google(
    'Cost (USD)',
    'costs.csv',
    csv(
      'Date,OS,Source,Campaign,Country,Cost (USD)',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,40`),
    ),
  ),
  google(
    'Cost and OS',
    'costs.csv',
    csv(
      'Date,OS,Network,Campaign,Country,Cost',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,40`),
    ),
  ),
  google(
    'spend with dollar signs and thousands',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend',
      ...daily(
        (date, day) =>
          `${date},android,Google Ads,UAC_US,US,"${day === 0 ? '$1,480.00' : '$-0.00'}"`,
      ),
    ),
    {
      sums: [FB, 'ANDROID Google Ads UAC_US: 1480 / 240 / 390'],
    },
  ),
  google(
    'dates that can be day or month first',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend',
      ...daily(date => `${date.slice(8)}/10/2026,android,Google Ads,UAC_US,US,40`),
    ),
    {
      ...refused(/can be day\/month or month\/day: .* state date_order: dmy or mdy/),
    },
  ),
  google(
    'numbers that can be thousands',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,"1,234"`),
    ),
    {
      ...refused(/can be thousands or a decimal mark: .* state decimal: "\." or decimal: ","/),
    },
  ),
  google(
    'Latin-1',
    'costs.csv',
    Buffer.from(
      csv(
        'date,platform,network,campaign,country,spend',
        ...daily(date => `${date},android,Google Ads,München,DE,40`),
      ),
      'latin1',
    ),
    {
      ...refused(
        /must be UTF-8: convert it, or state its encoding under this input: encoding: windows-1252/,
      ),
    },
  ),
  google(
    'Latin-1, stated',
    'costs.csv',
    Buffer.from(
      csv(
        'date,platform,network,campaign,country,spend',
        ...daily(date => `${date},android,Google Ads,München,DE,40`),
      ),
      'latin1',
    ),
    {
      edit: text =>
        text
          .replace(/(files: \["costs\.csv"[^\n]*)/, '$1\n    encoding: windows-1252')
          .replace('["costs.csv", "spend.csv"]', '["costs.csv"]')
          .replace(/^inputs:/m, 'inputs:\n  - { table: spend, files: [spend.csv] }'),
      sums: [FB, WITHOUT_UAC, 'ANDROID Google Ads München: 480 / 0 / 0'],
      says: /Windows-1252/,
    },
  ),
  google(
    'an Excel workbook named .csv',
    'costs.csv',
    Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0, 8, 0]),
    {
      sums: [FB, WITHOUT_UAC],
      says: /Leaves out costs\.csv: must be CSV in UTF-8: this is a zip archive or an Excel workbook/,
    },
  ),
  google(
    'a footer below the table',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,40`),
      '',
      'Exported on 2026-10-13',
    ),
    {
      says: /1 line below the table, left out/,
    },
  ),
  google(
    'rows with another number of cells',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,40,x`),
    ),
    {
      ...refused(/costs\.csv, 2, .*must have 6 fields, like the header: this line has 7/),
    },
  ),
  google(
    'country names in German',
    'costs.csv',
    csv(
      'Datum,Plattform,Kanal,Kampagne,Land,Kosten',
      ...daily(date => `${date},android,Google Ads,UAC_US,Vereinigte Staaten,40`),
    ),
  ),
  google(
    'weekly sums',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend',
      ...WEEKS.map(date => `${date},android,Google Ads,UAC_US,US,280`),
    ),
    {
      files: {
        ...studio({ spend: [] }),
        'costs.csv': csv(
          'date,platform,network,campaign,country,spend',
          ...WEEKS.map(date => `${date},android,Google Ads,UAC_US,US,280`),
        ),
      },
      ...refused(
        /spend, date, 2026-10-05 to 2026-10-26, must be by day: its days are a week or more apart/,
      ),
    },
  ),
  google(
    "a tracker's spend and the network's own",
    'google.csv',
    csv('date,campaign_name,cost_micros', ...daily(date => `${date},UAC_US,40000000`)),
    {
      files: {
        ...studio(),
        'google.csv': csv(
          'date,campaign_name,cost_micros',
          ...daily(date => `${date},UAC_US,40000000`),
        ),
      },
      says: /Leaves out spend of google\.csv \(google-ads\): counts the same spend again as spend\.csv/,
    },
  ),
  google(
    'campaigns with ids',
    'costs.csv',
    csv(
      'date,platform,network,campaign,country,spend',
      ...daily(date => `${date},android,Google Ads,UAC_US (123456),US,40`),
    ),
    {
      sums: [FB, WITHOUT_UAC, 'ANDROID Google Ads UAC_US (123456): 480 / 0 / 0'],
      says: /"UAC_US \(123456\)" may be "UAC_US" in the installs/,
    },
  ),
  {
    name: 'a list of users',
    files: {
      'users.csv': csv(
        'user_id,install_date,platform,network,campaign,country',
        ...DAYS.flatMap((date, day) =>
          Array.from(
            { length: 10 },
            (_, n) => `u${day}-${n},${date},ios,Facebook Ads,FB_US_iOS,US`,
          ),
        ),
      ),
      'revenue.csv': csv(
        'install_date,platform,network,campaign,country,age,revenue',
        ...daily(date => `${date},ios,Facebook Ads,FB_US_iOS,US,0,5`),
      ),
      'spend.csv': csv(
        'date,platform,network,campaign,country,spend',
        ...daily(date => `${date},ios,Facebook Ads,FB_US_iOS,US,30`),
      ),
    },
    sums: ['IOS Facebook Ads FB_US_iOS: 360 / 120 / 60'],
  },
  {
    name: 'transactions without the time of the install',
    files: {
      ...studio(),
      'payments.csv': csv(
        'user_id,purchase_time,amount,currency',
        ...daily((date, day) => `u${day},${date} 09:00:00,5,USD`),
      ),
    },
    sums: RIGHT,
    says: /Leaves out payments\.csv: no column looks like the time of the install: join it to each payment by the user/,
  },
  {
    name: 'a campaign paused on two days',
    files: pausedStudio([5, 6]),
    sums: ['IOS Facebook Ads FB_US_iOS: 300 / 100 / 50', 'IOS Organic -: 0 / 24 / 12'],
    says: /spend: no rows on 2 days from 2026-10-06 to 2026-10-07: taken as paused/,
  },
  {
    name: 'a day that all tables lack',
    files: pausedStudio([5], { organic: 0 }),
    ...refused(/spend, date, 2026-10-06, missing days between days with rows/),
  },
  {
    name: 'a day of spend that is missing',
    files: pausedStudio([5], { installs: 10 }),
    ...refused(/spend, date, 2026-10-06, missing days between days with rows/),
  },
  {
    name: 'spend that ended days ago',
    files: pausedStudio([4, 5, 6, 7, 8, 9, 10, 11]),
    sums: ['IOS Facebook Ads FB_US_iOS: 120 / 40 / 20', 'IOS Organic -: 0 / 24 / 12'],
    says: /no rows on 8 days from 2026-10-05 to 2026-10-12: taken as paused/,
  },
  {
    name: 'the same event twice in a file',
    files: {
      ...raw('googleadwords_int', 'UAC_US'),
      'events_android.csv': raw('googleadwords_int', 'UAC_US')['events_android.csv']!.replace(
        /^(2026-10-03.*\n)/m,
        '$1$1',
      ),
      ...appsflyerCost('googleadwords_int', 'UAC_US'),
    },
    sums: ['ANDROID googleadwords_int UAC_US: 240 / 60 / 65'],
    says: /revenue: 1 row is equal to another of its file in every column \(5\.00 USD\): it counts/,
  },
  {
    name: 'spend of a campaign in two countries, without countries',
    files: {
      'installs.csv': csv(
        'install_date,platform,network,campaign,country,installs',
        ...DAYS.flatMap(date => [
          `${date},ios,Facebook Ads,FB,US,30`,
          `${date},ios,Facebook Ads,FB,DE,10`,
        ]),
      ),
      'revenue.csv': csv(
        'install_date,platform,network,campaign,country,age,revenue',
        ...DAYS.flatMap(date => [`${date},ios,Facebook Ads,FB,US,0,5`]),
      ),
      'spend.csv': csv(
        'date,platform,network,campaign,spend',
        ...daily(date => `${date},ios,Facebook Ads,FB,40`),
      ),
    },
    sums: ['IOS Facebook Ads FB: 480 / 480 / 60'],
    says: /480\.00 USD of FB has no country: it is divided by installs; its campaigns have no recommendations by country/,
  },
  {
    name: 'ages that begin at 1',
    files: {
      ...studio(),
      'revenue.csv': studio()['revenue.csv']!.replace(
        /,(\d+),5$/gm,
        (_, age) => `,${Number(age) + 1},5`,
      ),
    },
    sums: [
      'IOS Facebook Ads FB_US_iOS: 360 / 120 / 330',
      'ANDROID Google Ads UAC_US: 480 / 240 / 330',
    ],
    says: /revenue: no row has the age 0\. If 1 is the day of the install, add first_age: 1/,
  },
  {
    name: 'ages that begin at 1, stated',
    files: {
      ...studio(),
      'revenue.csv': studio()['revenue.csv']!.replace(
        /,(\d+),5$/gm,
        (_, age) => `,${Number(age) + 1},5`,
      ),
    },
    edit: text => text.replace(/(files: \["revenue\.csv"\])/, '$1\n    first_age: 1'),
    sums: RIGHT,
  },
  {
    name: 'cumulative revenue, a row for each age',
    files: {
      ...studio(),
      'revenue.csv': studio()['revenue.csv']!.replace(
        /,(\d+),5$/gm,
        (_, age) => `,${age},${5 * (Number(age) + 1)}`,
      ),
    },
    sums: [
      'IOS Facebook Ads FB_US_iOS: 360 / 120 / 1820',
      'ANDROID Google Ads UAC_US: 480 / 240 / 1820',
    ],
    says: /revenue: it hardly ever falls from one age to the next\. If it is the sum up to each age, add cumulative: true/,
  },
  {
    name: 'cumulative revenue, stated',
    files: {
      ...studio(),
      'revenue.csv': studio()['revenue.csv']!.replace(
        /,(\d+),5$/gm,
        (_, age) => `,${age},${5 * (Number(age) + 1)}`,
      ),
    },
    edit: text => text.replace(/(files: \["revenue\.csv"\])/, '$1\n    cumulative: true'),
    sums: RIGHT,
  },
  google('months', 'costs.csv', csv(COSTS, '2026-10,android,Google Ads,UAC_US,US,480'), {
    ...refused(/costs\.csv, 2, date, 2026-10, must be a date/),
  }),
  google('American times with AM and PM', 'costs.csv', '', {
    files: {
      ...Object.fromEntries(
        Object.entries(studio({ spend: [] })).map(([file, text]) => [
          file,
          text.replace(/2026-10-(\d\d)/g, (_, day) => `2026-10-${Number(day) + 12}`),
        ]),
      ),
      'costs.csv': csv(
        COSTS,
        ...daily((_, day) => `10/${day + 13}/2026 11:30 PM,android,Google Ads,UAC_US,US,40`),
      ),
    },
    sums: [WITHOUT_FB, UAC],
    says: /month\/day\/year/,
  }),
  google(
    'numbers in groups of two',
    'costs.csv',
    csv(COSTS, ...daily(date => `${date},android,Google Ads,UAC_US,US,"1,23,456.78"`)),
    {
      ...refused(/must be a number with a decimal point, as the rest of the file/),
    },
  ),
  google(
    'NULL of databases',
    'costs.csv',
    csv(
      COSTS,
      ...daily(date => String.raw`${date},android,Google Ads,UAC_US,\N,40`),
      String.raw`2026-10-02,android,Google Ads,UAC_US,US,\N`,
    ),
    { says: /has no country: it takes that of the installs/ },
  ),
  google(
    'a currency that the configuration contradicts',
    'costs.csv',
    csv(
      'Date,OS,Source,Campaign,Country,Cost (EUR)',
      ...daily(date => `${date},android,Google Ads,UAC_US,US,40`),
    ),
    {
      edit: text => text.replace(/(files: \["costs\.csv"\])/, '$1\n    currency: USD'),
      ...refused(
        /Cost \(EUR\), must be in USD, as stated for this input or another column: its name says EUR/,
      ),
    },
  ),
  google(
    'two columns of one name',
    'costs.csv',
    csv(`${COSTS},spend`, ...daily(date => `${date},android,Google Ads,UAC_US,US,40,41`)),
    {
      ...refused(/costs\.csv, 1, spend, must not be repeated/),
    },
  ),
  {
    name: 'revenue of platforms that are not known',
    files: {
      ...studio(),
      'revenue.csv': studio()['revenue.csv']!.replaceAll(',ios,', ',handheld,'),
    },
    ...refused(
      /390\.00, must have rows of installs for 2026-10-01 to 2026-10-12, Unknown, Facebook Ads.*Its platform is unknown: map a column/,
    ),
  },
  google(
    'a title with another line end than the rows',
    'Campaign report.csv',
    `Campaign report\n${csv('Day,Campaign,Currency code,Cost', ...daily(date => `${date},UAC_US,USD,40.00`)).replaceAll('\n', '\r\n')}`,
    { says: /1 line above the header, left out/ },
  ),
  google('no spend at all', 'notes.csv', csv('what,why', '1,2'), {
    files: { ...studio({ spend: [] }), 'notes.csv': csv('what,why', '1,2') },
    sums: [WITHOUT_FB, WITHOUT_UAC],
    says: [
      /Leaves out notes\.csv: no column looks like the day, or spend, or installs, or revenue by age/,
      /recommendations need spend/,
    ],
  }),
]
// cspell:enable

/** One campaign that has no spend on some days, and then as few installs as said; `organic` installs come every day. */
function pausedStudio(
  paused: readonly number[],
  { installs = 0, organic = 2 } = {},
): Record<string, string> {
  const key = 'ios,Facebook Ads,FB_US_iOS,US'
  const isPaused = (day: number): boolean => paused.includes(day)
  const bought = (day: number): number => (isPaused(day) ? installs : 10)
  return {
    'installs.csv': csv(
      'install_date,platform,network,campaign,country,installs',
      ...DAYS.flatMap((date, day) => (bought(day) === 0 ? [] : [`${date},${key},${bought(day)}`])),
      ...(organic === 0 ? [] : daily(date => `${date},ios,Organic,,US,${organic}`)),
    ),
    'revenue.csv': csv(
      'install_date,platform,network,campaign,country,age,revenue',
      ...DAYS.flatMap((date, day) => (isPaused(day) ? [] : [`${date},${key},0,5`])),
      ...(organic === 0 ? [] : daily(date => `${date},ios,Organic,,US,0,1`)),
    ),
    'spend.csv': csv(
      'date,platform,network,campaign,country,spend',
      ...DAYS.flatMap((date, day) => (isPaused(day) ? [] : [`${date},${key},30`])),
    ),
  }
}

import { csv } from './inputs.ts'
import { DAYS, daily, type Kind, studio } from './input-kinds.ts'

// cspell:disable
const FB = 'IOS Facebook Ads FB_US_iOS'
const UAC = 'ANDROID Google Ads UAC_US'
/** Of twelve cohorts with 5, 10 and 15 (10, 20 and 30) by D0, D3 and D7: five have reached D7, four D3, three D0. */
const BOTH = [`${FB}: 360 / 120 / 130`, `${UAC}: 480 / 240 / 260`]
const ONE = [`${FB}: 360 / 120 / 110`]
const NAMES = {
  FB: ['ios', 'Facebook Ads', 'FB_US_iOS', 'US', 10, 30],
  UAC: ['android', 'Google Ads', 'UAC_US', 'US', 20, 40],
} as const

/** A report with a row per day and campaign: `cells` of the day and the campaign's names, installs and spend. */
function report(
  header: string,
  cells: (date: string, row: readonly (string | number)[]) => (string | number)[],
  separator = ',',
): string {
  return csv(
    header,
    ...DAYS.flatMap(date => Object.values(NAMES).map(row => cells(date, row).join(separator))),
  )
}

/** A report of one campaign. */
function single(header: string, cells: (date: string, day: number) => string): string {
  return csv(header, ...daily(cells))
}

const HEAD = 'Day,OS,Media source,Campaign,Country,Installs,Cost'
const DATED = 'date,platform,network,campaign,country,installs,spend'

function ages(
  installs: number,
  per: (revenue: number, installs: number) => number | string,
): (number | string)[] {
  return [0.5, 1, 1.5].map(each => per(each * installs, installs))
}

function averages(
  names: string,
  per: (revenue: number, installs: number) => number | string = (revenue, n) => revenue / n,
): string {
  return report(`${HEAD},${names}`, (date, row) => [date, ...row, ...ages(Number(row[4]), per)])
}

function without(studio: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(studio).filter(([name]) => !names.includes(name)))
}

function stated(line: string): (text: string) => string {
  return text => text.replace(/(- table: revenue[^\n]*\n {4}files: [^\n]*)/g, `$1\n    ${line}`)
}

const POSTBACKS = single(
  'timestamp,ad-network-id,source-identifier,conversion-value,did-win,redownload',
  date =>
    Array.from(
      { length: 10 },
      (_, n) => `${date} 10:00:00,v9.skadnetwork,42,${n % 3},true,${n === 9}`,
    ).join('\n'),
)
const POSTBACK_SPEND = single(
  'date,platform,network,campaign,country,spend',
  date => `${date},ios,v9.skadnetwork,42,,30`,
)

/** What columns of revenue measure: sums or averages, of which kind, through which age. */
export const MEASURED_KINDS: readonly Kind[] = [
  {
    name: 'LTV by day, a value per user',
    files: { 'report.csv': averages('LTV D0,LTV D3,LTV D7') },
    sums: BOTH,
    says: /LTV D<n>; per install/,
  },
  {
    name: 'revenue per user, German, decimal comma',
    files: {
      'bericht.csv': report(
        'Tag;Plattform;Kanal;Kampagne;Land;Installationen;Kosten;Umsatz pro Nutzer Tag 0;Umsatz pro Nutzer Tag 3;Umsatz pro Nutzer Tag 7',
        (date, row) => [date, ...row, '0,50', '1,00', '1,50'],
        ';',
      ),
    },
    sums: BOTH,
  },
  {
    name: 'ARPI in another order, tabs, installs called users',
    files: {
      'report.tsv': report(
        [
          'D0_ARPI',
          'D3_ARPI',
          'D7_ARPI',
          'users',
          'cohort_date',
          'os_name',
          'partner',
          'campaign_name',
          'country_code',
          'total_spend',
        ].join('\t'),
        (date, [os, network, campaign, country, installs, spend]) => [
          0.5,
          1,
          1.5,
          installs!,
          date,
          os!,
          network!,
          campaign!,
          country!,
          spend!,
        ],
        '\t',
      ),
    },
    sums: BOTH,
  },
  {
    name: 'revenue per install, in words',
    files: {
      'r.csv': averages('Revenue per install D0,Revenue per install D3,Revenue per install D7'),
    },
    sums: BOTH,
  },
  { name: 'RPI with a bare number', files: { 'r.csv': averages('rpi_0,rpi_3,rpi_7') }, sums: BOTH },
  {
    name: 'revenue per user in Japanese',
    files: {
      'r.csv': averages('0日目ユーザーあたり収益,3日目ユーザーあたり収益,7日目ユーザーあたり収益'),
    },
    sums: BOTH,
  },
  {
    name: 'revenue per user and sums of the same',
    files: {
      'r.csv': report(
        `${HEAD},LTV D0,LTV D3,LTV D7,Revenue D0,Revenue D3,Revenue D7`,
        (date, row) => [date, ...row, 0.5, 1, 1.5, ...ages(Number(row[4]), revenue => revenue)],
      ),
    },
    sums: BOTH,
    says: /other readings: LTV D<n> \(per install\).*\n[^]*not read: LTV D0 \(12\)/,
  },
  {
    name: 'revenue per user without installs',
    files: {
      ...without(studio(), 'revenue.csv'),
      'ltv.csv': single(
        'Day,OS,Media source,Campaign,Country,LTV D0,LTV D7',
        date => `${date},ios,Facebook Ads,FB_US_iOS,US,0.5,1.5`,
      ),
    },
    sums: [],
    refused: /inputs, table, must have revenue/,
  },
  {
    name: 'revenue per user, mapped by hand to a file without installs',
    files: {
      ...without(studio(), 'revenue.csv'),
      'ltv.csv': single(
        'Day,OS,Media source,Campaign,Country,LTV D0,LTV D7',
        date => `${date},ios,Facebook Ads,FB_US_iOS,US,0.5,1.5`,
      ),
    },
    edit: text =>
      text.replace(
        /^inputs:/m,
        'inputs:\n  - { table: revenue, files: [ltv.csv], columns: { install_date: Day, platform: OS, network: Media source, campaign: Campaign, country: Country, revenue: LTV D<n> } }',
      ),
    sums: [],
    refused:
      /ltv\.csv, 1, LTV D0, must come with the column of installs, since it is per install: name it under columns, as installs: NAME; or export sums/,
  },
  {
    name: 'LTV that may be a sum',
    files: { 'r.csv': averages('Total LTV D0,Total LTV D3,Total LTV D7', revenue => revenue) },
    sums: [],
    refused: /Total LTV D0, can be sums or revenue per install: state per: sum or per: install/,
  },
  {
    name: 'LTV that is a sum, stated',
    files: { 'r.csv': averages('Total LTV D0,Total LTV D3,Total LTV D7', revenue => revenue) },
    edit: stated('per: sum'),
    sums: BOTH,
  },
  {
    name: 'revenue per paying user',
    files: { 'r.csv': averages('ARPPU D0,ARPPU D3,ARPPU D7') },
    sums: [],
    says: /"ARPPU D0" is an average: export sums of revenue/,
    refused: /must have revenue/,
  },
  {
    name: 'ROAS by day, open whether per cent',
    files: {
      'r.csv': averages(
        'ROAS D0,ROAS D3,ROAS D7',
        (revenue, n) => (revenue / (n === 10 ? 30 : 40)) * 100,
      ),
    },
    sums: [],
    refused: /ROAS D0, can be ratios \(0\.5\) or per cent \(50\): state divide: 1 or divide: 100/,
  },
  {
    name: 'ROAS by day, in per cent',
    files: {
      'r.csv': averages(
        'ROAS D0,ROAS D3,ROAS D7',
        (revenue, n) => `${((revenue / (n === 10 ? 30 : 40)) * 100).toFixed(6)}%`,
      ),
    },
    edit: stated('divide: 100'),
    sums: BOTH,
  },
  {
    name: 'cost per install instead of spend',
    files: {
      'r.csv': report(
        'Day,OS,Media source,Campaign,Country,Installs,eCPI,Revenue D0,Revenue D3,Revenue D7',
        (date, row) => [
          date,
          ...row.slice(0, 5),
          Number(row[5]) / Number(row[4]),
          ...ages(Number(row[4]), revenue => revenue),
        ],
      ),
    },
    sums: BOTH,
    says: /eCPI; per install/,
  },
  {
    name: 'advertising, in-app and total revenue',
    files: {
      'r.csv': report(
        `${HEAD},ads_pub_revenue_0,ads_pub_revenue_3,ads_pub_revenue_7,iap_pub_revenue_0,iap_pub_revenue_3,iap_pub_revenue_7,pub_revenue_0,pub_revenue_3,pub_revenue_7`,
        (date, row) => {
          const all = ages(Number(row[4]), revenue => revenue).map(Number)
          return [date, ...row, ...all.map(sum => sum * 0.4), ...all.map(sum => sum * 0.6), ...all]
        },
      ),
    },
    sums: BOTH,
    says: [
      /ads_pub_revenue_<n>; as kind ad; other readings: pub_revenue_<n> \(sums\)/,
      /as kind iap/,
      /not read: pub_revenue_0 \(180\), pub_revenue_3/,
    ],
  },
  {
    name: 'a total and one of its parts',
    files: {
      'r.csv': report(
        `${HEAD},iap_revenue_d0,iap_revenue_d3,iap_revenue_d7,total_revenue_d0,total_revenue_d3,total_revenue_d7`,
        (date, row) => {
          const all = ages(Number(row[4]), revenue => revenue).map(Number)
          return [date, ...row, ...all.map(sum => sum * 0.6), ...all]
        },
      ),
    },
    sums: BOTH,
    says: /not read: iap_revenue_d0 \(108\)/,
  },
  {
    name: 'revenue beside advertising revenue',
    files: {
      'r.csv': report(
        `${HEAD},revenue_d0,revenue_d3,revenue_d7,ad_revenue_d0,ad_revenue_d3,ad_revenue_d7`,
        (date, row) => {
          const all = ages(Number(row[4]), revenue => revenue).map(Number)
          return [date, ...row, ...all.map(sum => sum * 0.6), ...all.map(sum => sum * 0.4)]
        },
      ),
    },
    sums: BOTH,
    says: /as kind ad/,
  },
  {
    name: 'both kinds by age in rows',
    files: {
      ...without(studio(), 'revenue.csv'),
      'revenue_by_age.csv': csv(
        'install_date,os,media_source,campaign,country,days_since_install,ad_revenue,iap_revenue,ecpm',
        ...DAYS.flatMap((date, day) =>
          Array.from(
            { length: DAYS.length - day },
            (_, age) => `${date},ios,Facebook Ads,FB_US_iOS,US,${age},2,3,9.5`,
          ),
        ),
      ),
    },
    sums: [`${FB}: 360 / 120 / 390`, `${UAC}: 480 / 240 / 0`],
    says: /not read: ecpm/,
  },
  {
    name: 'revenue of single days, a column each',
    files: {
      'r.csv': averages(
        'daily_revenue_d0,daily_revenue_d1,daily_revenue_d2',
        revenue => revenue / 3,
      ),
    },
    sums: [`${FB}: 360 / 120 / 106.67`, `${UAC}: 480 / 240 / 213.33`],
  },
  {
    name: 'revenue of single days with days between',
    files: {
      'r.csv': averages('daily_revenue_d0,daily_revenue_d3,daily_revenue_d7', revenue => revenue),
    },
    sums: [],
    refused:
      /daily_revenue_d3, must follow that of the day before: revenue of single days needs a column for each day/,
  },
  {
    name: 'revenue by weeks since the install',
    files: { 'r.csv': averages('revenue_w1,revenue_w2,revenue_w3', revenue => revenue) },
    sums: [],
    says: /"revenue_w1" is not of a day's age: export revenue by days since the install/,
    refused: /must have revenue/,
  },
  {
    name: 'revenue by the day of the event',
    files: {
      'r.csv': report(`${HEAD},in_app_revenue,ads_revenue`, (date, row) => [date, ...row, 9, 6]),
    },
    sums: [],
    says: [
      /in_app_revenue, ads_revenue: revenue by the day of the event or to date/,
      /not read: in_app_revenue \(216\), ads_revenue \(144\)/,
    ],
    refused: /must have revenue/,
  },
  {
    name: 'one plain table',
    files: {
      'r.csv': report(`${DATED},revenue_d0,revenue_d3,revenue_d7`, (date, row) => [
        date,
        ...row,
        ...ages(Number(row[4]), sum => sum),
      ]),
    },
    sums: BOTH,
  },
  {
    name: 'one plain table, other names and order',
    files: {
      'r.csv': report(
        'country,campaign_name,media_source,revenue_7d,revenue_3d,revenue_0d,ad_spend,new_users,os,date,clicks,campaign_id',
        (date, [os, network, campaign, country, installs, spend]) => [
          country!,
          campaign!,
          network!,
          ...ages(Number(installs), sum => sum).reverse(),
          spend!,
          installs!,
          os!,
          date,
          100,
          99,
        ],
      ),
    },
    sums: BOTH,
    says: /not read: clicks \(2400\)/,
  },
  {
    name: 'one plain table beside the tables of another network',
    files: {
      ...Object.fromEntries(
        Object.entries(studio()).map(([file, text]) => [file, text.replace(/^.*UAC_US.*\n/gm, '')]),
      ),
      'google.csv': csv(
        `${DATED},revenue_d0,revenue_d7`,
        ...daily(date => `${date},android,Google Ads,UAC_US,US,20,40,10,30`),
      ),
    },
    sums: [`${FB}: 360 / 120 / 390`, `${UAC}: 480 / 240 / 220`],
  },
  {
    name: 'installs beside spend that the configuration leaves out',
    files: {
      ...Object.fromEntries(
        Object.entries(studio()).map(([file, text]) => [file, text.replace(/^.*UAC_US.*\n/gm, '')]),
      ),
      'google.csv': csv(DATED, ...daily(date => `${date},android,Google Ads,UAC_US,US,20,40`)),
    },
    edit: text =>
      text.replace(
        / {2}- table: installs[^\n]*\n {4}files: \["google\.csv"\]\n {4}columns: [^\n]*\n/,
        '',
      ),
    sums: [`${FB}: 360 / 120 / 390`, `${UAC}: 480 / 0 / 0`],
    says: /480\.00 USD of Google Ads have no installs at all: .* Not read: installs of google\.csv/,
  },
  {
    name: 'revenue below a hundredth of spend',
    files: { ...studio(), 'revenue.csv': studio()['revenue.csv']!.replace(/,5$/gm, ',0.005') },
    sums: [`${FB}: 360 / 120 / 0.39`, `${UAC}: 480 / 240 / 0.39`],
    says: /Revenue of 0\.0929 % of spend, over all networks, is not believable: it may be per install/,
  },
  {
    name: 'Adapty events',
    files: {
      ...without(studio(), 'revenue.csv'),
      'adapty.csv': csv(
        'profile_id,profile_install_datetime,event_datetime,event_type,store,country,attribution_network,attribution_campaign,price_usd,proceeds_usd,transaction_id',
        ...daily(
          (date, day) =>
            `u${day},${date} 01:00:00,${date} 02:00:00,subscription_renewed,app_store,US,Facebook Ads,FB_US_iOS,5,3.5,t${day}`,
        ),
        ...DAYS.slice(0, 3).map(
          (date, day) =>
            `u${day},${date} 01:00:00,${date} 03:00:00,subscription_refunded,app_store,US,Facebook Ads,FB_US_iOS,-5,-3.5,r${day}`,
        ),
      ),
    },
    sums: [`${FB}: 360 / 120 / 60`, `${UAC}: 480 / 240 / 0`],
  },
  {
    name: 'iOS postbacks with a table of conversion values',
    files: {
      'postbacks.csv': POSTBACKS,
      'cv.csv': csv('conversion_value,revenue', '0,0', '1,0.99', '2,4.99'),
      'spend.csv': POSTBACK_SPEND,
    },
    sums: ['IOS v9.skadnetwork 42: 360 / 108 / 215.28'],
  },
  {
    name: 'iOS postbacks without a table of conversion values',
    files: { 'postbacks.csv': POSTBACKS, 'spend.csv': POSTBACK_SPEND },
    sums: [],
    refused:
      /conversion-value, must come with the revenue of each of its values, as values: \{ 0: 0, 1: 0\.99/,
  },
  {
    name: 'iOS postbacks with a value that the table lacks',
    files: {
      'postbacks.csv': POSTBACKS,
      'cv.csv': csv('conversion_value,revenue', '0,0', '1,0.99'),
      'spend.csv': POSTBACK_SPEND,
    },
    sums: [],
    refused: /conversion-value, 2, must be one of the values of this input: 0, 1/,
  },
  {
    name: 'iOS postbacks without a day',
    files: {
      ...studio(),
      'skan.csv': csv('ad-network-id,campaign-id,conversion-value', 'v9.skadnetwork,42,1'),
    },
    sums: [`${FB}: 360 / 120 / 390`, `${UAC}: 480 / 240 / 390`],
    says: /Leaves out skan\.csv: these are iOS postbacks, without users: take installs and revenue by campaign from the network's or the tracker's aggregate report/,
  },
]

/** Columns as public documents and code list them; the cells are made up. */
export const PUBLIC_KINDS: readonly Kind[] = [
  {
    name: "AppLovin's cohort API of MAX",
    files: {
      'max.csv': single(
        'day,application,package_name,platform,country,installs,pub_revenue_0,pub_revenue_7,rpi_0,rpi_7,ads_pub_revenue_0,ads_pub_revenue_7,ads_rpi_0,iap_pub_revenue_0,iap_pub_revenue_7,banner_pub_revenue_0,banner_pub_revenue_7',
        date => `${date},Game,com.example.game,ios,US,10,5,15,0.5,1.5,2,6,0.2,3,9,1,2`,
      ),
    },
    sums: ['IOS - -: 0 / 120 / 110'],
    says: /not read: pub_revenue_0 \(60\), pub_revenue_7 \(180\)/,
  },
  {
    name: "Google Play's installs by country, UTF-16",
    files: {
      ...without(studio(), 'installs.csv'),
      'installs_country.csv': Buffer.from(
        `\ufeff${single(
          'Date,Package Name,Country,Daily Device Installs,Daily Device Uninstalls,Total User Installs,Daily User Installs,Active Device Installs',
          date => `${date},com.example.game,US,20,1,1000,20,900`,
        )}`,
        'utf16le',
      ),
    },
    sums: [],
    says: /not read: Daily Device Uninstalls \(12\), Total User Installs \(12000\)/,
    refused: /must have rows of installs for 2026-10-01 to 2026-10-12/,
  },
  {
    name: "Adapty's webhook fields, times with an offset, two currencies",
    files: {
      'adapty_events.csv': single(
        'profile_id,customer_user_id,profile_install_datetime,event_type,event_datetime,store,store_country,currency,price_local,price_usd,proceeds_local,proceeds_usd,transaction_id',
        (date, day) =>
          `u${day},,${date}T01:00:00.000000+0000,subscription_started,${date}T02:00:00.000000+0000,app_store,US,EUR,4.5,5,3.1,3.5,t${day}`,
      ),
    },
    sums: ['IOS - -: 0 / 12 / 60'],
    says: /not read: price_local \(54\), proceeds_local \(37\.20\)/,
  },
  {
    name: "AppsFlyer's Data Locker postbacks with their revenue",
    files: {
      'skad_postbacks.csv': single(
        'skad_ad_network_id,media_source,skad_campaign_id,skad_conversion_value,skad_did_win,skad_redownload,skad_transaction_id,install_date,timestamp_postback,min_revenue,max_revenue,skad_revenue',
        date =>
          `v9.skadnetwork,Facebook Ads,42,1,true,false,t${date},${date},${date} 10:00:00,0,1,0.99`,
      ),
    },
    sums: ['IOS Facebook Ads 42: 0 / 12 / 11.88'],
    says: /not read: .*min_revenue \(0\), max_revenue \(12\)/,
  },
  {
    name: "Branch's SKAdNetwork messages",
    files: {
      'messages.csv': single(
        'id,timestamp,annotation_dollar_3p,body_transaction_id,body_ad_network_id,body_campaign_id,body_redownload,body_conversion_value,body_did_win',
        (date, day) =>
          `i${day},${1790841600000 + 86_400_000 * day},a_tiktok_ads,t${date},v9.skadnetwork,42,false,1,true`,
      ),
    },
    sums: [],
    refused: /body_conversion_value, must come with the revenue of each of its values/,
  },
  {
    name: "AppMetrica's installations",
    files: {
      ...without(studio(), 'installs.csv'),
      'installations.csv': single(
        'install_datetime,publisher_name,tracker_name,country_iso_code,os_name,appmetrica_device_id,is_reattribution',
        date =>
          [
            ...Array.from(
              { length: 10 },
              (_, n) => `${date} 10:00:00,Facebook Ads,FB_US_iOS,US,ios,a${date}${n},false`,
            ),
            ...Array.from(
              { length: 20 },
              (_, n) => `${date} 10:00:00,Google Ads,UAC_US,US,android,b${date}${n},false`,
            ),
          ].join('\n'),
      ),
    },
    sums: [`${FB}: 360 / 120 / 390`, `${UAC}: 480 / 240 / 390`],
  },
  {
    name: "Mintegral's advanced performance report, tabs",
    files: {
      'installs.csv': single(
        'install_date,platform,network,campaign,country,installs',
        date => `${date},ios,Mintegral,MTG_US,US,10`,
      ),
      'revenue.csv': single(
        'install_date,platform,network,campaign,country,age,revenue',
        date => `${date},ios,Mintegral,MTG_US,US,0,5`,
      ),
      'mintegral.csv': csv(
        'Date,Offer Id,Offer Uuid,Offer Name,Campaign Id,Currency,Impression,Click,Conversion,Ecpm,Cpc,Ctr,Cvr,Ivr,Spend'.replaceAll(
          ',',
          '\t',
        ),
        ...daily(date =>
          `${date.replaceAll('-', '')},381801,u,MTG_US,123845,USD,75285,1200,10,0.4,0.02,1.5,0.8,0.01,30`.replaceAll(
            ',',
            '\t',
          ),
        ),
      ),
    },
    sums: ['IOS Mintegral MTG_US: 360 / 120 / 60'],
    says: [/tabs; dates such as "20261001"/, /not read: Impression/],
  },
  {
    name: "dbt app_reporting's downloads",
    files: {
      ...studio(),
      'app_reporting__traffic_source_report.csv': single(
        'source_relation,date_day,app_platform,app_name,traffic_source_type,downloads,page_views',
        date => `x,${date},apple_store,Game,App Store Search,10,50`,
      ),
    },
    sums: [`${FB}: 360 / 120 / 390`, `${UAC}: 480 / 240 / 390`],
    says: /Leaves out installs of app_reporting__traffic_source_report\.csv: counts the same installs again/,
  },
  {
    name: "Apple's analytics of downloads, tabs",
    files: {
      'app_downloads.txt': csv(
        'Date,App Name,App Apple Identifier,Download Type,App Version,Device,Platform Version,Source Type,Page Type,Territory,Counts'.replaceAll(
          ',',
          '\t',
        ),
        ...daily(date =>
          ['First-time download', 'Redownload', 'Auto-update']
            .map(type =>
              `${date},Game,6448786147,${type},1.0,iPhone,iOS 26,App Store search,Product page,US,10`.replaceAll(
                ',',
                '\t',
              ),
            )
            .join('\n'),
        ),
      ),
      'revenue.csv': single(
        'install_date,platform,network,campaign,country,age,revenue',
        date => `${date},ios,,,US,0,5`,
      ),
    },
    sums: ['IOS - -: 0 / 120 / 60'],
    says: /24 rows with "Download Type" redownload or auto-update/,
  },
  {
    name: "AppsFlyer's report by country, as Airbyte names it",
    files: {
      'geo_report_ios.csv': single(
        'date,country_code,af_prt,media_source,campaign,impressions,clicks,click_through_rate,installs,conversion_rate,sessions,loyal_users,loyal_users_rate,total_revenue,total_cost,return_on_investment,average_revenue_per_user,average_ecpi',
        date =>
          `${date},US,None,Facebook Ads,FB_US_iOS,100,10,0.1,10,0.1,50,5,0.5,15,30,-0.5,1.5,3`,
      ),
      'revenue.csv': single(
        'install_date,platform,network,campaign,country,age,revenue',
        date => `${date},ios,Facebook Ads,FB_US_iOS,US,0,5`,
      ),
    },
    sums: [`${FB}: 360 / 120 / 60`],
    says: /not read: .*total_revenue \(180\).*average_revenue_per_user \(18\), average_ecpi \(36\)/,
  },
  {
    name: 'Adjust with ROAS by day',
    files: {
      'adjust.csv': single(
        'day,os_name,channel,campaign_network,country_code,installs,ecpi,cost,all_revenue,roas_d0,roas_d7',
        date => `${date},ios,Facebook Ads,FB_US_iOS,us,10,3,30,15,0.1666667,0.5`,
      ),
    },
    edit: stated('divide: 1'),
    sums: ONE,
    says: /roas_d<n>; per spend/,
  },
  {
    name: "Apple Search Ads' table of dbt",
    files: {
      ...Object.fromEntries(
        Object.entries(studio({ spend: ['UAC'] })).map(([file, text]) => [
          file,
          text.replaceAll('Facebook Ads', 'Apple Search Ads'),
        ]),
      ),
      'apple_search_ads__campaign_report.csv': single(
        'date_day,organization_id,organization_name,campaign_id,campaign_name,currency,campaign_status,start_at,end_at,taps,new_downloads,redownloads,total_downloads,impressions,spend',
        date => `${date},1,Org,2,FB_US_iOS,USD,RUNNING,2026-01-01,,5,9,1,10,100,30`,
      ),
    },
    sums: [`IOS Apple Search Ads FB_US_iOS: 360 / 120 / 390`, `${UAC}: 480 / 240 / 390`],
    says: /Takes spend of apple_search_ads__campaign_report\.csv \(apple-search-ads\)/,
  },
  {
    name: "Moloco's daily table",
    files: {
      'moloco.csv': single(
        'date_utc,platform,campaign_id,campaign_title,country,gross_spend_usd,impressions,clicks,installs,revenue_d0,revenue_d7,kpi_revenue_d7',
        date => `${date},IOS,1,FB_US_iOS,USA,30,100,20,10,5,15,12`,
      ),
    },
    sums: ['IOS Moloco FB_US_iOS: 360 / 120 / 110'],
    says: /not read: impressions \(1200\), clicks \(240\), kpi_revenue_d7 \(144\)/,
  },
  {
    name: 'Meta by campaign, as a dbt model of an agency',
    files: {
      ...studio({ spend: ['UAC'] }),
      'facebook_campaign_performance.csv': single(
        'campaign_name,campaign_id,campaign_effective_status,campaign_type_default,date,date_granularity,spend,impressions,link_clicks,app_install,trial_started',
        date => `FB_US_iOS,1,ACTIVE,Prospecting,${date},day,30,100,10,9,2`,
      ),
    },
    sums: [`${FB}: 360 / 120 / 390`, `${UAC}: 480 / 240 / 390`],
    says: /Leaves out installs of facebook_campaign_performance\.csv/,
  },
  {
    name: 'a cohort table of a studio with iaa and iap',
    files: {
      'cohorts.csv': single(
        'install_date,media_source,campaign_name,os,country,installs,cost,iaa_revenue_D0,iaa_revenue_D7,iap_revenue_D0,iap_revenue_D7',
        date => `${date},Facebook Ads,FB_US_iOS,ios,US,10,30,2,6,3,9`,
      ),
    },
    sums: ONE,
    says: [/iaa_revenue_D<n>; as kind ad/, /iap_revenue_D<n>; as kind iap/],
  },
  {
    name: "AppsFlyer's custom cohorts with sums and averages",
    files: {
      'cohort_ios.csv': single(
        'cohort_day,media_source,campaign,geo,users,cost,custom_cohorted_total_revenue_d0,custom_cohorted_total_revenue_d7,LTV_D0,LTV_D7,retention_d1',
        date => `${date},Facebook Ads,FB_US_iOS,US,10,30,5,15,0.5,1.5,0.4`,
      ),
    },
    sums: ONE,
    says: /other readings: LTV_D<n> \(per install\)/,
  },
]
// cspell:enable

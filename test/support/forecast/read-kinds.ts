// cspell:disable
import {
  appended,
  COSTS,
  DAYS,
  daily,
  FB,
  german,
  google,
  type Kind,
  meta,
  refused,
  RIGHT,
  studio,
  UAC,
  WITHOUT_REVENUE,
} from './input-kinds.ts'
import { csv } from './inputs.ts'

const AT = 'android,Google Ads,UAC_US,US'

/** Google's spend in neutral columns, with another text for each day. */
function dated(
  name: string,
  text: (date: string, day: number) => string,
  more: Partial<Kind> = {},
): Kind {
  return google(
    name,
    'costs.csv',
    csv(COSTS, ...daily((date, day) => `${text(date, day)},${AT},40`)),
    more,
  )
}

/** Google's spend in neutral columns, with another amount for each day. */
function priced(name: string, text: (day: number) => string, more: Partial<Kind> = {}): Kind {
  return google(
    name,
    'costs.csv',
    csv(COSTS, ...daily((date, day) => `${date},${AT},${text(day)}`)),
    more,
  )
}

/** Rows of Google's spend, with more rows. */
function rows(name: string, more: string[], kind: Partial<Kind> = {}): Kind {
  return google(name, 'costs.csv', csv(COSTS, ...daily(date => `${date},${AT},40`), ...more), kind)
}

function uac(spend: number): string[] {
  return [FB, `ANDROID Google Ads UAC_US: ${spend} / 240 / 390`]
}

const PAYMENTS =
  'rc_original_app_user_id,first_seen_time,start_time,store,country,price_in_usd,is_sandbox,store_transaction_id,refunded_at,network,campaign'

function payment(day: number, price: number, { id = `t${day}`, refunded = '' } = {}): string {
  return `u${day},${DAYS[day]!} 01:00:00,${DAYS[day]!} 02:00:00,app_store,US,${price},false,${id},${refunded},Facebook Ads,FB_US_iOS`
}

/** Payments of 5 a day in one file, and more rows in others. */
function payments(name: string, files: Record<string, string[]>, more: Partial<Kind>): Kind {
  const own = Object.fromEntries(
    Object.entries(studio()).filter(([file]) => file !== 'revenue.csv'),
  )
  return {
    name,
    files: {
      ...own,
      ...Object.fromEntries(
        Object.entries(files).map(([file, rows]) => [file, csv(PAYMENTS, ...rows)]),
      ),
    },
    sums: [],
    ...more,
  }
}

const FIVE = DAYS.map((_, day) => payment(day, 5))

function paid(revenue: number): string[] {
  return [`IOS Facebook Ads FB_US_iOS: 360 / 120 / ${revenue}`, WITHOUT_REVENUE]
}

/** Facebook's spend in another currency, with rates. */
function foreign(
  name: string,
  code: string,
  amount: string,
  rates: string[],
  more: Partial<Kind> = {},
): Kind {
  const spend = csv(
    `Day,Campaign name,Amount spent (${code})`,
    ...daily(date => `${date},FB_US_iOS,${amount}`),
  )
  return meta(name, 'meta_ios.csv', spend, {
    files: {
      ...studio({ spend: ['UAC'] }),
      'meta_ios.csv': spend,
      'fx.csv': csv('date,currency,rate', ...rates),
    },
    ...more,
  })
}

function everyDay(code: string, rate: string): string[] {
  return daily(date => `${date},${code},${rate}`)
}

function facebook(spend: number): string[] {
  return [`IOS Facebook Ads FB_US_iOS: ${spend} / 120 / 390`, UAC]
}

const MONTHS_BY_LANGUAGE: Readonly<Record<string, (day: number) => string>> = {
  German: day => `${day}. Okt. 2026`,
  'German in full': day => `${day}. Oktober 2026`,
  French: day => `${day} oct. 2026`,
  'French with weekdays': day => `jeudi ${day} octobre 2026`,
  Spanish: day => `${day} de octubre de 2026`,
  Portuguese: day => `${day} de out. de 2026`,
  Italian: day => `${day} ott 2026`,
  Russian: day => `${day} октября 2026 г.`,
  Polish: day => `${day} października 2026`,
  Turkish: day => `${day} Ekim 2026`,
  Japanese: day => `2026年10月${day}日`,
  Korean: day => `2026. 10. ${day}.`,
  'English, as of a spreadsheet': day => `${String(day).padStart(2, '0')}-Oct-26`,
  'English with weekdays and times': day => `"Thursday, October ${day}, 2026, 11:30 PM"`,
}

export const READ_KINDS: readonly Kind[] = [
  foreign(
    'amounts of more than a thousand in another currency',
    'JPY',
    '1500000',
    everyDay('JPY', '0.0066667'),
    {
      sums: facebook(120_000.6),
    },
  ),
  foreign('a currency of three decimals', 'KWD', '9.123', everyDay('KWD', '3.2887'), {
    sums: facebook(360.03),
  }),
  foreign(
    'a currency whose unit is worth little',
    'VND',
    '761197500',
    everyDay('VND', '0.0000394116'),
    { sums: facebook(360_000.14) },
  ),
  foreign(
    'rates without weekends',
    'JPY',
    '4500',
    everyDay('JPY', '0.0066666667').filter(row => !/-(03|04|10|11),/.test(row)),
    {
      says: /fx: no rate of JPY on 4 days \(2026-10-03, 2026-10-04, 2026-10-10 and 1 more\): that of the day before holds, for up to 4 days \(120\.00 USD\)/,
    },
  ),
  foreign(
    'rates of two days',
    'JPY',
    '4500',
    everyDay('JPY', '0.0066666667').filter(row => /-(01|07),/.test(row)),
    {
      ...refused(
        /fx\.csv, rate, 2026-10-06 JPY, is required: .* The rate before is of 2026-10-01, and holds for 4 days\. Add rows to fx\.csv/,
      ),
    },
  ),
  foreign('a rate the wrong way round', 'JPY', '99000000000', everyDay('JPY', '150'), {
    ...refused(
      /meta_ios\.csv, spend\.csv, spend, 2026-10-01, .*, must have sums below 10\^12 USD on a day: check the unit of the column, and the rates/,
    ),
  }),
  {
    name: 'rates and revenue in German notation',
    files: {
      ...studio(),
      'revenue.csv': studio()
        ['revenue.csv']!.replaceAll(/,5$/gm, ',1500000,JPY')
        .replace('age,revenue', 'age,revenue,currency'),
      'kurse.csv': csv('Datum;Währung;Kurs', ...daily(date => `${german(date)};JPY;0,0066667`)),
    },
    edit: appended(
      '{ table: fx, files: [kurse.csv], columns: { date: Datum, currency: Währung, rate: Kurs } }',
    ),
    sums: [
      'IOS Facebook Ads FB_US_iOS: 360 / 120 / 780003.9',
      'ANDROID Google Ads UAC_US: 480 / 240 / 780003.9',
    ],
  },
  meta(
    'a period in one cell',
    'meta.csv',
    csv('Campaign name,Day,Amount spent (USD)', 'FB_US_iOS,2026-10-01 - 2026-10-12,360'),
    {
      ...refused(
        /meta\.csv, Day, 2026-10-01 - 2026-10-12, must have a row for each day: 1 of its rows cover several, such as 2026-10-01 to 2026-10-12/,
      ),
    },
  ),
  ...(
    [
      'Oct 1, 2026 – Oct 12, 2026',
      '01.10.2026-12.10.2026',
      '20261001-20261012',
      '2026-10-01/2026-10-12',
      '10/01/2026 to 10/12/2026',
    ] as const
  ).map((period): Kind =>
    google(
      `a period as ${period}`,
      'costs.csv',
      csv(COSTS, `"${period}",${AT},480`, `"${period.replaceAll('12', '13')}",${AT},480`),
      {
        ...refused(
          /costs\.csv, date, .*, must have a row for each day: 2 of its rows cover several/,
        ),
      },
    ),
  ),
  dated('periods of a day', date => `${date} ~ ${date}`),
  dated('periods of a day with times', date => `${date} 00:00:00 - ${date} 23:59:59`),
  dated('day numbers of a workbook', (_, day) => String(46_296 + day), {
    says: /a workbook's day numbers \("46296" is 2026-10-01\)/,
  }),
  dated('day numbers of a workbook with times', (_, day) => `${46_296 + day}.75`),
  dated('days and hours without marks', date => `${date.replaceAll('-', '')}13`),
  ...Object.entries(MONTHS_BY_LANGUAGE).map(([language, text]) =>
    dated(`months in letters: ${language}`, (_, day) => text(day + 1)),
  ),
  dated('dates in words that nobody knows', (_, day) => `day ${day + 1} of Vendemiaire`, {
    ...refused(
      /costs\.csv, 2, date, day 1 of Vendemiaire, must be a date of 2000 to 2099 that begins YYYY-MM-DD, or written as .*; so 12 cells of the column are malformed$/,
    ),
  }),
  dated('times with AM and PM after the year', date => `${date} 11:30:00 PM`),
  dated('a date that is cut', (date, day) => (day === 11 ? date.slice(0, -1) : date), {
    ...refused(/costs\.csv, 13, date, 2026-10-1, must be a date/),
  }),
  dated(
    'a year that is cut',
    (date, day) => (day === 11 ? german(date).slice(0, -2) : german(date)),
    {
      ...refused(/costs\.csv, 13, date, 12\.10\.20, must be a date/),
    },
  ),
  dated('a date with a remark', (date, day) => (day === 3 ? `${date} (restated)` : date), {
    ...refused(/costs\.csv, 5, date, 2026-10-04 \(restated\), must be a date/),
  }),
  priced('two numbers in a cell', day => (day === 3 ? '30 40' : '40'), {
    ...refused(/costs\.csv, 5, spend, 30 40, must be a number/),
  }),
  priced('a bracket that is not closed', day => (day === 3 ? '(40' : '$40'), {
    ...refused(/costs\.csv, 5, spend, \(40, must be a number/),
  }),
  priced('thousands by spaces', () => '1 500.00', { sums: uac(18_000) }),
  priced('another currency in one cell', day => (day === 3 ? '€40' : '$40'), {
    ...refused(/costs\.csv, spend, €40, is not the sign of USD: state currency: EUR/),
  }),
  priced('a percentage', day => (day === 3 ? '40%' : '40'), {
    ...refused(/costs\.csv, 5, spend, 40%, must be a number/),
  }),
  {
    name: 'an age with a fraction',
    files: { ...studio(), 'revenue.csv': studio()['revenue.csv']!.replace(/,3,5$/m, ',3.5,5') },
    ...refused(/revenue\.csv, 5, age, 3\.5, must be a whole number of days/),
  },
  {
    name: 'ages as decimals',
    files: {
      ...studio(),
      'revenue.csv': studio()['revenue.csv']!.replaceAll(/,(\d+),5$/gm, ',$1.0,5'),
    },
    sums: RIGHT,
  },
  payments(
    'corrections in a newer file',
    {
      'transactions_2026-10-11.csv': FIVE,
      'transactions_2026-10-12.csv': [payment(0, 0), payment(1, 8)],
    },
    {
      sums: paid(58),
      says: /revenue: 2 payments were corrected by newer files \(t0, t1\): 10\.00 USD became 8\.00 USD/,
    },
  ),
  payments(
    'corrections to a lower price, in a newer file that sorts first',
    { 'b_2026-10-11.csv': FIVE, 'a_2026-10-12.csv': [payment(1, 3)] },
    {
      sums: paid(58),
    },
  ),
  payments(
    'a refund in a newer file, left out',
    {
      'transactions_2026-10-11.csv': FIVE,
      'transactions_2026-10-12.csv': [payment(0, 5, { refunded: '2026-10-12' })],
    },
    {
      edit: text => text.replace(/(format: revenuecat)/, '$1\n    leave_out: { refunded_at: "*" }'),
      sums: paid(55),
      says: /1 payment was corrected by newer files \(t0\): 5\.00 USD became 0\.00 USD/,
    },
  ),
  payments(
    'equal rows in two files',
    { 'a.csv': FIVE, 'b.csv': FIVE.slice(3) },
    {
      sums: paid(60),
      says: /revenue: 9 rows equal another with the same id \(t10, t11, t3 and 6 more; 45\.00 USD\): each id counts once/,
    },
  ),
  payments(
    'other rows in files without dates',
    { 'a.csv': FIVE, 'b.csv': [payment(1, 8)] },
    {
      ...refused(
        /b\.csv, store_transaction_id, t1, must be equal in all files: it has 8\.000000, and 5\.000000 in a\.csv\. If one file corrects the other, put the date/,
      ),
    },
  ),
  payments(
    'other rows in files of one date',
    { 'a_2026-10-11.csv': FIVE, 'b_2026-10-11.csv': [payment(1, 8)] },
    {
      ...refused(/b_2026-10-11\.csv, store_transaction_id, t1, must be equal in all files/),
    },
  ),
  payments(
    'several rows of an id in one file',
    { 'a.csv': [...FIVE, payment(1, 8)] },
    {
      sums: paid(60),
      says: /revenue: 1 row differ from another of their file with the same id \(t1; 8\.00 USD\): the first of each id counts/,
    },
  ),
  rows(
    'a campaign that is named Total',
    daily(date => `${date},android,Google Ads,Total,US,7`),
    {
      sums: [...RIGHT, 'ANDROID Google Ads Total: 84 / 0 / 0'],
      says: /12 rows named as a total, which count \(84\.00\): they are not the sum of other rows/,
    },
  ),
  rows('a total in another word', ['Celkem,,,,,480'], {
    says: /1 row of totals, left out \(480\.00 in all\)/,
  }),
  google(
    'a total above, in another word',
    'costs.csv',
    csv(COSTS, 'Összesen,,,,,480', ...daily(date => `${date},${AT},40`)),
    {
      says: /1 row of totals, left out \(480\.00 in all\)/,
    },
  ),
  {
    name: 'a total of installs',
    files: {
      ...studio(),
      'installs.csv': `${studio()['installs.csv']!.trimEnd()}\nTotal,,,,,360\n`,
    },
    sums: RIGHT,
    says: /1 row of totals, left out\./,
  },
  rows('a total of other rows than the file has', ['Total,,,,,500'], {
    ...refused(
      /costs\.csv, 14, date, Total, must be a date .*left out if its numbers are the sum of others, or by leave_out: \{ "date": "Total" \}/,
    ),
  }),
  google(
    'subtotals by day',
    'costs.csv',
    csv(
      COSTS,
      ...DAYS.flatMap(date => [
        `${date},android,Google Ads,UAC_US,US,15`,
        `${date},android,Google Ads,UAC_US,US,25`,
        `${date},Total,,,,40`,
      ]),
    ),
    {
      says: /12 rows of totals, left out \(480\.00 in all\)/,
    },
  ),
  google(
    'a campaign named Total that on some days is the sum of two others',
    'costs.csv',
    csv(
      COSTS,
      ...DAYS.flatMap((date, index) => [
        `${date},android,Google Ads,UAC_US,US,15`,
        `${date},android,Google Ads,UAC_US,US,25`,
        `${date},android,Google Ads,Total,US,${index < 2 ? 40 : 7}`,
      ]),
    ),
    {
      sums: [...RIGHT, 'ANDROID Google Ads Total: 150 / 0 / 0'],
      says: /12 rows named as a total, which count \(150\.00\)/,
    },
  ),
  rows('an empty row', [',,,,,']),
  google(
    'comment lines above the header',
    'costs.csv',
    `# ------------\n# Costs by campaign, "all"\n# 2026-10-01, 2026-10-12\n\n${csv(COSTS, ...daily(date => `${date},${AT},40`))}`,
    { says: /3 lines above the header, left out/ },
  ),
  google(
    'a row that is cut, in the middle',
    'costs.csv',
    csv(COSTS, ...daily((date, day) => (day === 3 ? date : `${date},${AT},40`))),
    {
      ...refused(/costs\.csv, 5, .*must have 6 fields/),
    },
  ),
  google(
    'costs of another time zone',
    'costs.csv',
    csv(COSTS, ...daily(date => `${date},${AT},40`)),
    {
      edit: text =>
        text
          .replace(/(files: \["costs\.csv"[^\n]*)/, '$1\n    time_zone: America/Los_Angeles')
          .replace(/^( {2}currency: USD)/m, '  time_zone: Asia/Tokyo\n$1'),
      says: /Days of spend are those of America\/Los_Angeles, days of installs those of Asia\/Tokyo: .* Export both in one zone/,
    },
  ),
]

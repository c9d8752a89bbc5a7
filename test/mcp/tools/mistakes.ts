type Arguments = Readonly<Record<string, unknown>>

/** A call as models make it: understood as another one, or refused with a text. */
export type Mistake = { tool: string; sent: Arguments } & (
  { as: Arguments; refused?: never } | { as?: never; refused: RegExp }
)

const appId = 1

/** Usual ones, by kind. */
export const MISTAKES: readonly Mistake[] = [
  // Numbers as text.
  understood('svc_get_report', { appId: '1' }, { appId }),
  understood('svc_get_report', { appId, limit: '10' }, { appId, limit: 10 }),
  understood('svc_get_recommendations', { appId, minDailySpend: '5' }, { appId, minDailySpend: 5 }),
  understood(
    'svc_get_report',
    { appId, metrics: ['ltv'], dsiValues: ['1', '7'] },
    { appId, metrics: ['ltv'], dsiValues: [1, 7] },
  ),
  understood(
    'svc_get_report',
    { appId, metrics: ['roas'], dsiValues: ['D1', 'D7'] },
    { appId, metrics: ['roas'], dsiValues: [1, 7] },
  ),
  understood('svc_get_roas_history', { appId, dsi: 'd7' }, { appId, dsi: 7 }),
  // A single value for a list.
  understood('svc_get_report', { appId, platforms: 'IOS' }, { appId, platforms: ['IOS'] }),
  understood('svc_get_report', { appId, metrics: 'spend' }, { appId, metrics: ['spend'] }),
  understood(
    'svc_get_report',
    { appId, metrics: ['roas'], dsiValues: 7 },
    { appId, metrics: ['roas'], dsiValues: [7] },
  ),
  understood('svc_get_report', { appId, networks: 'Meta Ads' }, { appId, networks: ['Meta Ads'] }),
  understood('svc_get_report', { appId, groupBy: 'NETWORK' }, { appId, groupBy: ['NETWORK'] }),
  understood(
    'svc_get_alerts',
    { appId, alertGroups: 'ANALYTICS' },
    { appId, alertGroups: ['ANALYTICS'] },
  ),
  understood('svc_get_report', { appId, campaigns: 4711 }, { appId, campaigns: ['4711'] }),
  // A text for a list.
  understood(
    'svc_get_report',
    { appId, platforms: 'IOS,ANDROID' },
    { appId, platforms: ['IOS', 'ANDROID'] },
  ),
  understood(
    'svc_get_report',
    { appId, metrics: 'spend, roas' },
    { appId, metrics: ['spend', 'roas'] },
  ),
  understood(
    'svc_get_report',
    { appId, metrics: ['roas'], dsiValues: '1,7' },
    { appId, metrics: ['roas'], dsiValues: [1, 7] },
  ),
  understood(
    'svc_get_report',
    { appId, platforms: '["IOS","ANDROID"]' },
    { appId, platforms: ['IOS', 'ANDROID'] },
  ),
  understood(
    'svc_get_report',
    { appId, granularity: 'campaign_geo', countries: 'US, DE' },
    { appId, granularity: 'campaign_geo', countries: ['US', 'DE'] },
  ),
  understood(
    'svc_get_report',
    { appId, networks: 'Meta Ads, Google Ads' },
    { appId, networks: ['Meta Ads', 'Google Ads'] },
  ),
  understood(
    'svc_get_report',
    { appId, networks: '["Meta Ads","Mintegral"]' },
    { appId, networks: ['Meta Ads', 'Mintegral'] },
  ),
  understood(
    'svc_get_report',
    { appId, campaigns: 'UAC | US, Tier 2 | tROAS' },
    { appId, campaigns: ['UAC | US, Tier 2 | tROAS'] },
  ),
  understood(
    'svc_get_report',
    { appId, campaigns: '"UAC | US, Tier 2 | tROAS",Alpha' },
    { appId, campaigns: ['UAC | US, Tier 2 | tROAS', 'Alpha'] },
  ),
  // A list for a single value.
  understood('svc_get_roas_history', { appId, roasType: ['PAID'] }, { appId, roasType: 'PAID' }),
  // Words in another case, or form.
  understood('svc_get_report', { appId, platforms: ['ios'] }, { appId, platforms: ['IOS'] }),
  understood(
    'svc_get_recommendations',
    { appId, platforms: 'iOS, Android' },
    { appId, platforms: ['IOS', 'ANDROID'] },
  ),
  understood(
    'svc_get_report',
    { appId, metrics: ['Spend', 'ROAS'] },
    { appId, metrics: ['spend', 'roas'] },
  ),
  understood(
    'svc_get_report',
    { appId, metrics: ['cost', 'install'] },
    { appId, metrics: ['spend', 'installs'] },
  ),
  understood('svc_get_report', { appId, roasTypes: 'paid' }, { appId, roasTypes: ['PAID'] }),
  understood(
    'svc_get_report',
    { appId, roasTypes: ['incremental blended'] },
    { appId, roasTypes: ['INCREMENTAL_BLENDED'] },
  ),
  understood(
    'svc_get_report',
    { appId, installGrouping: 'weekly' },
    { appId, installGrouping: 'WEEKLY' },
  ),
  understood(
    'svc_get_report',
    { appId, installGrouping: 'month' },
    { appId, installGrouping: 'MONTHLY' },
  ),
  understood(
    'svc_get_roas_history',
    { appId, installGrouping: 'day' },
    { appId, installGrouping: 'DAILY' },
  ),
  understood(
    'svc_get_report',
    { appId, granularity: 'CAMPAIGN-GEO' },
    { appId, granularity: 'campaign_geo' },
  ),
  understood(
    'svc_get_recommendations',
    { appId, actions: ['scale', 'Reduce'] },
    { appId, actions: ['SCALE', 'REDUCE'] },
  ),
  understood(
    'svc_get_recommendations',
    { appId, actions: ['CUT'] },
    { appId, actions: ['REDUCE'] },
  ),
  understood('svc_get_recommendations', { appId, detail: 'FULL' }, { appId, detail: 'full' }),
  understood('svc_export_report', { appId, format: 'CSV' }, { appId, format: 'csv' }),
  understood(
    'svc_get_alerts',
    { appId, countries: 'us,global' },
    { appId, countries: ['US', 'GLOBAL'] },
  ),
  understood(
    'svc_get_report',
    { appId, granularity: 'campaign_geo', countries: ['Germany', 'USA'] },
    { appId, granularity: 'campaign_geo', countries: ['DE', 'US'] },
  ),
  understood(
    'svc_get_recommendations',
    { appId, statuses: ['high confidence'] },
    { appId, statuses: ['HIGH'] },
  ),
  understood('svc_get_report', { appId, platforms: ['iPhone'] }, { appId, platforms: ['IOS'] }),
  understood(
    'svc_get_report',
    { appId, metrics: ['roas'], dsiValues: ['7d', '1 days'] },
    { appId, metrics: ['roas'], dsiValues: [7, 1] },
  ),
  understood(
    'svc_get_report',
    { appId, networks: ['Facebook'] },
    { appId, networks: ['Meta Ads'] },
  ),
  understood('svc_get_report', { appId, networks: 'adwords' }, { appId, networks: ['Google Ads'] }),
  // Dates.
  understood(
    'svc_get_report',
    { appId, startDate: '2026-03-01T00:00:00Z' },
    { appId, startDate: '2026-03-01' },
  ),
  understood(
    'svc_get_alerts',
    { appId, startDate: '2026-03-01 00:00:00' },
    { appId, startDate: '2026-03-01' },
  ),
  understood(
    'svc_get_report',
    { appId, endDate: '2026-03-30T23:59:59.999Z' },
    { appId, endDate: '2026-03-30' },
  ),
  understood(
    'svc_get_report',
    { appId, startDate: '2026/3/1' },
    { appId, startDate: '2026-03-01' },
  ),
  understood(
    'svc_get_report',
    { appId, startDate: 'yesterday', endDate: 'today' },
    { appId, startDate: '2026-03-31', endDate: '2026-04-01' },
  ),
  understood(
    'svc_get_recommendations',
    { appId, asOf: 'Yesterday' },
    { appId, asOf: '2026-03-31' },
  ),
  // Truth.
  understood('svc_get_report', { appId, partial: 'true' }, { appId, partial: true }),
  // Nothing.
  understood('svc_get_report', { appId, platforms: [], startDate: '', networks: '' }, { appId }),
  understood('svc_get_report', { appId, networks: [''], campaigns: ['', ' '] }, { appId }),
  // An app by its name.
  understood('svc_get_alerts', { app: 'Game' }, { appId }),
  understood('svc_get_report', { app: 1 }, { appId }),
  understood('svc_get_report', { appId: 'Game' }, { appId }),
  understood('svc_get_alerts', { app_id: 'Game' }, { appId }),
  // Names of arguments.
  understood('svc_get_alerts', { appId, country: 'US' }, { appId, countries: ['US'] }),
  understood(
    'svc_get_report',
    { app_id: 1, group_by: ['NETWORK'] },
    { appId, groupBy: ['NETWORK'] },
  ),
  // What follows from other arguments.
  understood(
    'svc_get_recommendations',
    { appId, countries: ['US'] },
    { appId, countries: ['US'], granularity: 'campaign_geo' },
  ),
  understood(
    'svc_get_report',
    { appId, country: 'USA' },
    { appId, countries: ['US'], granularity: 'campaign_geo' },
  ),
  understood(
    'svc_get_report',
    { appId, groupBy: ['COUNTRY'] },
    { appId, groupBy: ['COUNTRY'], granularity: 'campaign_geo' },
  ),
  understood('svc_get_report', { appId, sort: 'spend desc' }, { appId, sort: '-spend' }),
  understood(
    'svc_get_report',
    { appId, metrics: ['roas', 'installs'], dsiValues: [7], sort: '-roas' },
    { appId, metrics: ['roas', 'installs'], dsiValues: [7], sort: '-roas_paid_gross_d7' },
  ),
  // Two meanings, or none.
  refused(
    'svc_get_report',
    { appId, dsi: 7 },
    /- dsi: is not an argument of this tool; did you mean dsiValues\?/,
  ),
  refused('svc_get_report', { appId, nation: 'US' }, /- nation: is not an argument of this tool/),
  refused(
    'svc_get_report',
    { appId: 'game' },
    /- appId: must be a whole number.*; got "game"; the apps are 1 \("Game"\)/,
  ),
  refused(
    'svc_get_recommendations',
    { appId, budgetPlan: { budgetChange: 20 } },
    /- budgetPlan: budgetChange: must be a number, from -1 to 1; 0\.2 is \+20 %; got 20/,
  ),
  refused(
    'svc_get_report',
    { appId, dsiValues: ['D7x'] },
    /- dsiValues: each item must be a whole number, .*; got "D7x"/,
  ),
  refused(
    'svc_get_report',
    { appId, dsiValues: [-1] },
    /- dsiValues: each item must be a whole number, from 0 to 36500; got -1/,
  ),
  refused(
    'svc_get_report',
    { appId, metrics: ['ROAS_D7'] },
    /- metrics: .*; use roas with dsiValues \[7\]/,
  ),
  refused(
    'svc_get_report',
    { appId, metrics: ['roas_paid_gross_d30'] },
    /- metrics: .*; use roas with dsiValues \[30\]/,
  ),
  refused('svc_get_report', { appId, metrics: ['cac'] }, /- metrics: .*; use cpi/),
  refused(
    'svc_get_report',
    { appId, groupBy: 'week' },
    /- groupBy: .*; use installGrouping WEEKLY/,
  ),
  refused(
    'svc_get_report',
    { appId, granularity: 'app' },
    /- granularity: .*; use groupBy NONE for the whole app/,
  ),
  refused(
    'svc_get_report',
    { appId, startDate: 'last month' },
    /- startDate: .*; use startDate 2026-03-01 and endDate 2026-03-31; today is/,
  ),
  refused(
    'svc_get_recommendations',
    { appId, since: '-30d' },
    /- since: .*; use 2026-03-02; today is/,
  ),
  refused(
    'svc_get_report',
    { appId, limit: 5000 },
    /- limit: .*; use offset for the next rows, or svc_export_report for all/,
  ),
  refused(
    'svc_get_report',
    { appId, startDate: 'last week' },
    /- startDate: .*; use startDate 2026-03-23 and endDate 2026-03-29; today is/,
  ),
  refused(
    'svc_get_report',
    { appId, startDate: 'last year' },
    /- startDate: .*; got "last year"; today is 2026-04-01 \(UTC\)/,
  ),
  refused(
    'svc_get_report',
    { appId, startDate: '2020-01-01' },
    /- startDate: must not be before .*; today is 2026-04-01 \(UTC\)/,
  ),
  refused(
    'svc_get_report',
    { appId, date_from: '2026-03-01' },
    /- date_from: .*; did you mean startDate or endDate\?/,
  ),
  refused(
    'svc_get_report',
    { appId, networks: 'Meta Ads, Facebook' },
    /- networks: may be one name or several; give a list, such as \["Meta Ads","Facebook"\]; the nearest names are \["Meta Ads"\]/,
  ),
  refused(
    'svc_get_report',
    { appId, startDate: '03/04/2026' },
    /- startDate: must be a real date written YYYY-MM-DD/,
  ),
  refused(
    'svc_get_report',
    { appId, startDate: '2026-03-01T23:00:00-05:00' },
    /- startDate: must be a real date/,
  ),
  refused('svc_get_report', { appId, startDate: '2026-03' }, /- startDate: must be a real date/),
  refused(
    'svc_get_report',
    { appId, platforms: ['WEB'] },
    /- platforms: each item must be one of IOS, ANDROID; got "WEB"/,
  ),
  refused(
    'svc_get_report',
    { appId, roasTypes: ['blended'] },
    /- roasTypes: each item must be one of PAID, INCREMENTAL_BLENDED, FULL_BLENDED; got "blended"/,
  ),
  refused(
    'svc_get_report',
    { appId, installGrouping: 'WEAKLY' },
    /- installGrouping: must be one of .*; did you mean WEEKLY\?/,
  ),
  refused(
    'svc_get_report',
    { appId, limit: 1000 },
    /- limit: must be a whole number, from 1 to 500; got 1000/,
  ),
  refused(
    'svc_get_report',
    { appId, granularity: 'campaign', countries: ['US'] },
    /- countries: can be used only with granularity campaign_geo/,
  ),
]

function understood(tool: string, sent: Arguments, as: Arguments): Mistake {
  return { tool, sent, as }
}

function refused(tool: string, sent: Arguments, text: RegExp): Mistake {
  return { tool, sent, refused: text }
}

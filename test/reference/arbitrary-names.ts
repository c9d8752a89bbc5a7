/** Names that break what is easily broken: quoting, trimming, collation, normalisation, spreadsheets, file names. */

export const CAMPAIGN_NAMES: readonly (string | null)[] = [
  'camp', 'Camp', 'camp ', ' camp', 'caf\u00e9', 'cafe\u0301', 'US, Tier 1', '"quoted"', 'say "hi", twice', 'Unknown', null, '',
  '🚀 launch', '=1+1', '+sum', '-5',
  '@cmd', '\n=1+1', '＝1+1', '－5', 'two\nlines', 'tab\there', 'x'.repeat(300), 'é'.repeat(120), 'null', 'NULL', '0', '1,2',
  'a;b', 'a|b', '100%', 'a&b=c', 'plus+sign', '\'; DROP TABLE apps; --', '\\N', 'straße', '\u{1f600}\uffee', 'ﬀ', 'İ', ','
]

export const NETWORK_NAMES: readonly (string | null)[] = [
  'Meta', 'meta', 'Meta ', 'Google Ads', 'Apple, Search', '"AppLovin"', 'Unknown', null, '', 'Über', 'U\u0308ber', '=network',
  '広告'
]

export const COUNTRIES: readonly (string | null)[] = ['US', 'DE', 'FR', 'JP', 'BR', null]

export const APP_NAMES = ['Game', 'Word: "Quest" / 2', 'Idle\\Hero*?', '広告 <App> | é', 'a, b', 'line\nbreak', '=App', '100% Fun']

import type { Kind } from '../model/facts.ts'
import type { Per, Period } from './formats/format.ts'

/** Facts that the name of a column states about its amounts. */
export interface ColumnMeasure {
  /** The name with `<n>` in place of the age; the name itself if it has none. */
  stem: string
  age: number | undefined
  /** `open`: sums or averages, both are usual. `other`: per payer, day or session, which no column here multiplies. */
  per: Per | 'open' | 'other'
  /** Undefined: not stated. `weeks`: ages in weeks, months or hours. */
  period: Period | 'weeks' | undefined
  /** `all`: stated to be the total. */
  kind: Kind | 'all' | undefined
  isNet: boolean
}

function anyOf(...alternatives: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${alternatives.join('|')})(?!\p{L})`, 'u')
}

// cspell:disable
const REVENUE = anyOf(
  '(iap|ads?)?(revs?|revenues?)|ltv|sales|proceeds|bookings?|gmv|arp(p?u|i|d?au)|rp[iu]|roas|return on (ad )?spend|purchase value',
  'umsatz|umsätze|erlöse?|einnahmen|ingresos?|receitas?|revenus?|ricavi|доход|выручка',
  String.raw`\p{L}*(収益|売上|매출|수익|收入)\p{L}*`,
)
const COUNTED = anyOf(
  'users?|installs?|counts?|number|payers?|events?|purchasers?|transactions?|retention|sessions|e?cpm|target|goal|currency|id',
)
const DIVISOR = String.raw`(users?|installs?|installations?|downloads?|devices?|players?|customers?|nutzer|utilisateurs?|usuarios?|usuários?|instala\p{L}*|utent[ei]|пользовател\p{L}*|установк\p{L}*)`
const PER_INSTALL = anyOf(
  'arpu|arpi|rpi|rpu|ltv',
  String.raw`(per|pro|par|por|je|an|на|averages?|avg|mean) ?(new |neue[mnr] |nouvel |nuevo |novo )?${DIVISOR}`,
  String.raw`(averages?|avg|mean|durchschnitt\p{L}*) (revenue|umsatz|ltv)`,
  String.raw`\p{L}*(ユーザーあたり|インストールあたり|사용자당|설치당|每用户|每安装)\p{L}*`,
)
const SLASHED = new RegExp(String.raw`[/÷] ?${DIVISOR}(?!\p{L})`, 'u')
const PER_OTHER = anyOf(
  'arppu|arpdau|arpmau|e?cpm|rpm|roi',
  String.raw`(per|pro|par|por) (paying|payer|dau|mau|wau|active|session|day|mille|thousand|impression|purchase|transaction)\p{L}*`,
)
const PER_SPEND = anyOf('roas|return on (ad )?spend')
const OF_DAY = anyOf(
  String.raw`daily|incremental|non ?cumulative|on day|täglich\p{L}*|journalier|diari[oa]|diári[oa]`,
)
const THROUGH = anyOf(
  String.raw`cum|cumul\p{L}*|kumuliert\p{L}*|acumulad[oa]|to date|ltv|lifetime|up to|through`,
  String.raw`\p{L}*(累計|累计|누적)\p{L}*`,
)
const NET = anyOf('net|netto|nett?e|neto|proceeds|líquid[ao]')
const ADS = anyOf(
  String.raw`ads?|ad(rev|revenue)s?|advert\p{L}*|iaa|admon|admob|werb\p{L}*|publicit\p{L}*|publicid\p{L}*|реклам\p{L}*`,
  String.raw`\p{L}*(広告|광고|广告)\p{L}*`,
)
const IAP = anyOf(
  String.raw`iaps?|iap(rev|revenue)s?|in ?app|purchases?|subscriptions?|subs|compras|achats|käufe|покуп\p{L}*`,
  String.raw`\p{L}*(課金|アプリ内|인앱|内购)\p{L}*`,
)
const ALL = anyOf(String.raw`all|totale?s?|overall|combined|gesamt\p{L}*|insgesamt|blended`)
const DAYS = String.raw`(?:days?|d|tage?n?|jours?|j|d[ií]as?|giorn[oi]|dni|день|дня|дней)`
const OTHERS = String.raw`(?:w|wk|weeks?|wochen?|semaines?|semanas?|m|mo|months?|monate?|mois|mes(?:es)?|h|hrs?|hours?|y|yr|years?|min|minutes)`
const AGES = [
  String.raw`(?<=(?<!\p{L})${DAYS}[\s_.:#-]*)\d{1,4}(?![\p{Script=Latin}\p{N}%])`,
  String.raw`(?<![\p{N}.])\d{1,4}(?=[\s_.-]*(?:${DAYS}(?!\p{L})|日目?|일|天))`,
  String.raw`(?<=第|rev|revenue|ltv|roas|arpu|arpi|rpi|[\s_.([-])\d{1,4}(?=[)\]]?$)`,
].map(pattern => new RegExp(pattern, 'iu'))
/** `revenueD7`. */
const CAPITAL = /(?<=\p{Ll}D)\d{1,4}(?!\p{N})/u
const OTHER_AGES = [
  String.raw`(?<!\p{L})${OTHERS}[\s_.:#-]*\d{1,4}(?![\p{L}\p{N}])`,
  String.raw`(?<![\p{L}\p{N}])\d{1,4}[\s_.-]*${OTHERS}(?!\p{L})`,
].map(pattern => new RegExp(pattern, 'iu'))
const COST_PER_INSTALL =
  /^((average )?e? ?cpi|(costs?|spend|kosten|coût|coste?|custo) (per|pro|par|por) (installs?|installation|instalación|instalação))$/u
// cspell:enable

/** Larger numbers are years. */
const LARGEST_AGE = 1900

/** Words in lower case, with a space between two: `ad revenue d7` of `adRevenue_D7`. */
export function wordsOf(name: string): string {
  return name
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%/÷]+/gu, ' ')
    .trim()
}

/** Undefined if the name is not one of revenue. */
export function measureOf(name: string): ColumnMeasure | undefined {
  const isOther = OTHER_AGES.some(pattern => pattern.test(name))
  const ageMatch = isOther
    ? null
    : ([...AGES, CAPITAL].map(pattern => pattern.exec(name)).find(match => match !== null) ?? null)
  const age =
    ageMatch === null || Number(ageMatch[0]) > LARGEST_AGE ? undefined : Number(ageMatch[0])
  const stem =
    age === undefined
      ? name
      : `${name.slice(0, ageMatch!.index)}<n>${name.slice(ageMatch!.index + ageMatch![0].length)}`
  const words = wordsOf(stem.replace('<n>', ' '))
  const per = perOf(words)
  if (!REVENUE.test(words) || (per === 'sum' && COUNTED.test(words))) return undefined
  return {
    stem,
    age,
    per,
    period: isOther
      ? 'weeks'
      : OF_DAY.test(words)
        ? 'day'
        : THROUGH.test(words)
          ? 'through'
          : undefined,
    kind: kindOf(words),
    isNet: NET.test(words),
  }
}

function perOf(words: string): ColumnMeasure['per'] {
  if (PER_OTHER.test(words)) return 'other'
  if (PER_SPEND.test(words)) return 'spend'
  if (SLASHED.test(words) || PER_INSTALL.test(words.replace(/ltv/u, ''))) return 'install'
  if (!PER_INSTALL.test(words)) return 'sum'
  return anyOf('revenues?|total|sum|sales').test(words) ? 'open' : 'install'
}

function kindOf(words: string): ColumnMeasure['kind'] {
  const isAdjusts = /(?<!all |ad )revenue total/u.test(words)
  if (ADS.test(words.replace('on ad spend', ''))) return 'ad'
  return IAP.test(words) || isAdjusts ? 'iap' : ALL.test(words) ? 'all' : undefined
}

/** Whether a column has the cost of one install: `CPI`, `Cost per install`. */
export function isCostPerInstall(name: string): boolean {
  return COST_PER_INSTALL.test(wordsOf(name).replace(/ (usd|eur|gbp|jpy)$/u, ''))
}

import type { Judged, JudgedApp } from './judged.ts'

export function spendDetail(row: Pick<Judged, 'dailySpend' | 'spendShare'>, app: JudgedApp, what: string): string {
  return `${money(row.dailySpend, app)} a day, ${percent(row.spendShare)} of the app's spend, ${what}.`
}

export function roasName(app: JudgedApp): string {
  return `D${app.targetDsi} ${app.targetRoasType.replace('_', ' ')} ${app.targetRevenueType} ROAS`
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

export function signed(share: number): string {
  return `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`
}

export function money(amount: number, app: JudgedApp): string {
  const digits = { minimumFractionDigits: app.decimals, maximumFractionDigits: app.decimals }
  return `${app.currency} ${amount.toLocaleString('en-US', digits)}`
}

/** Relative distance; 0 where either side is missing, so that no rule fires on it. */
export function gap(value: number | null, base: number | null): number {
  return value !== null && base !== null && base > 0 ? value / base - 1 : 0
}

import type { JudgedApp } from './judged.ts'

/** 0.042 is 4.2 %; a dash for null. */
export function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1).replace(/^-0\.0$/, '0.0')} %`
}

export function signed(share: number): string {
  return `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`
}

export function money(amount: number, app: JudgedApp): string {
  return `${app.currency} ${app.amounts.format(amount)}`
}

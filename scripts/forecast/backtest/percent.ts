/** 0.042 is 4.2 %; a dash for what is not known. */
export function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1).replace(/^-0\.0$/, '0.0')} %`
}

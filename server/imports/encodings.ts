/** Encodings of a text, by their usual names. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'windows-1251': 'Windows-1251',
  shift_jis: 'Shift JIS',
  'euc-kr': 'EUC-KR',
  gb18030: 'GB 18030',
  big5: 'Big5',
}
export type Encoding = keyof typeof ENCODINGS

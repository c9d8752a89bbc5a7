/** What DuckDB says, the names it quotes left out, and what we say. */
const PARQUET_RULES: [said: RegExp, rule: string][] = [
  [/no magic bytes|too small to be/i, 'must be a whole Parquet file: it is cut off, or no Parquet at all'],
  [/encrypt/i, 'must not be encrypted'],
  [/UTF-?8|string encoding/i, 'must be UTF-8'],
  [/unsupported compression/i, 'must be uncompressed or compressed with snappy, gzip, zstd, lz4 or brotli'],
]

/** What a Parquet file breaks that DuckDB cannot read, without a word of its own: it names paths of the server. */
export function parquetRule(error: unknown): string {
  const message = String(error).replace(/"[^"]*"|'[^']*'/g, '')
  return PARQUET_RULES.find(([said]) => said.test(message))?.[1] ?? 'cannot be read as Parquet: it may be damaged'
}

/** Bytes as megabytes with one decimal. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

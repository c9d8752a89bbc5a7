/**
 * The file's name in a `Content-Disposition` header (RFC 6266), `filename*` before `filename`; undefined when there is none, or an empty one.
 * Never a path: what would lead out of a folder, or no file system takes, becomes `_`.
 */
export function fileNameOf(disposition: string | null): string | undefined {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition ?? '')
  const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return name?.replace(/[/\\:*?"<>|\x00-\x1f\x7f]/g, '_').replace(/^\.+$/, '_') || undefined
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}

// Reserved on Windows, or able to leave the folder; control characters can do worse.
const UNSAFE = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f]/g

/** A download's name: the parts joined with `-`, what no file system likes replaced with `_`, the format as its extension. */
export const fileName = (parts: readonly string[], format: 'parquet' | 'csv'): string =>
  `${parts.join('-').replace(UNSAFE, '_')}.${format}`

import type { FileMetaData, RowGroup } from 'hyparquet'
import type { Wanted } from '../../common/local-files.ts'
import type { ByteRange } from '../objects/objects.ts'

/** Where the wanted columns of the row groups that may have wanted rows are, with what tells which values they have. */
export function wantedChunks({ row_groups }: FileMetaData, { columns, dates }: Wanted): ByteRange[] {
  const names = new Set(columns)
  return row_groups
    .filter(group => mayHave(group, dates))
    .flatMap(group =>
      group.columns.flatMap(({ meta_data }) => {
        if (meta_data === undefined || !names.has(meta_data.path_in_schema.join('.'))) return []
        const { dictionary_page_offset, data_page_offset, total_compressed_size, bloom_filter_offset, bloom_filter_length } = meta_data
        const start = Number(dictionary_page_offset || data_page_offset)
        const chunk = { start, end: start + Number(total_compressed_size) }
        if (!bloom_filter_offset) return [chunk]
        const bloom = Number(bloom_filter_offset)
        return [chunk, { start: bloom, end: bloom + (bloom_filter_length ?? 0) }]
      }),
    )
}

function mayHave({ columns }: RowGroup, { start, end }: Wanted['dates']): boolean {
  const dates = columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === 'install_date')
  const { min_value, max_value } = dates?.meta_data?.statistics ?? {}
  // What says nothing of its dates may have any.
  if (!(min_value instanceof Date && max_value instanceof Date)) return true
  return min_value.toISOString().slice(0, 10) <= end && max_value.toISOString().slice(0, 10) >= start
}

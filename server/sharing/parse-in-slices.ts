import { mapInSlices, nextSlice } from './slices.ts'

/** Parses the JSON of this service's own answers, whose lists have a line per row: however long, without holding the thread. */
export async function parseInSlices(text: string): Promise<unknown> {
  if (!text.startsWith('[{')) return JSON.parse(text) as unknown
  await nextSlice()
  return await mapInSlices(text.slice(1, -1).split(',\n'), row => JSON.parse(row) as unknown)
}

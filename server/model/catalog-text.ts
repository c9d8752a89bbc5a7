import type { Catalog } from './catalog.ts'

/** Characters of a catalog, which every process of the service keeps in memory: half a million runs take as many. */
const LONGEST = 128 * 2 ** 20

/** The catalog as it is kept. @throws an Error for the operator when it is too large. */
export function catalogText(catalog: Catalog): string {
  const text = JSON.stringify(catalog)
  if (text.length <= LONGEST) return text
  throw new Error(
    `the catalog of all companies, apps, networks and runs would take ${Math.round(text.length / 2 ** 20)} MB, ` +
      `and may take ${LONGEST / 2 ** 20} MB`,
  )
}

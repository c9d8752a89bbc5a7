/**
 * Where names in JSON are not camelCase. Ids are, and so are names that are data: of the data model's tables where
 * rows of them are counted, and of the methods that forecasts are held against.
 */
export function oddNames(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(one => oddNames(one, `${place}[]`))
  return Object.entries(value).flatMap(([name, inner]) => {
    const isData = /\.(rows|baselines)$/.test(place)
    const odd = /^([a-z][a-zA-Z0-9]*|\d+)$/.test(name) || isData ? [] : [`${place}.${name}`]
    return [...odd, ...oddNames(inner, `${place}.${name}`)]
  })
}

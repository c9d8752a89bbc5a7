/**
 * Looks rows up by a key without going through all of them each time: lists of a catalog never change, so each is gone through once, when
 * it is first asked for.
 */
export function grouped<Row, Key>(keyOf: (row: Row) => Key): (rows: readonly Row[], key: Key) => readonly Row[] {
  const known = new WeakMap<readonly Row[], Map<Key, Row[]>>()
  return (rows, key) => {
    let groups = known.get(rows)
    if (groups === undefined) {
      groups = new Map()
      for (const row of rows) {
        const others = groups.get(keyOf(row))
        if (others) others.push(row)
        else groups.set(keyOf(row), [row])
      }
      known.set(rows, groups)
    }
    return groups.get(key) ?? []
  }
}

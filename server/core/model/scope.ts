/** Names of what an event, alert or budget concerns; null stands for all. */
export interface Scope {
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
}

type Named = { [Name in keyof Scope]: string }

const NAMES = ['platform', 'network', 'campaign', 'country'] as const

/** All subsets of the names. */
const CHOICES = Array.from(
  { length: 2 ** NAMES.length },
  (_, bits) => new Set(NAMES.filter((_, index) => ((bits >> index) & 1) === 1)),
)

/** Finds the items that cover a row. */
export function coveringIn<Item>(
  items: readonly Item[],
  scopeOf: (item: Item) => Scope,
): (row: Named) => readonly Item[] {
  const groupsOf = groupsCoveringIn(items, scopeOf)
  return row => {
    const [group = [], ...others] = groupsOf(row)
    return others.length === 0 ? group : [...group, ...others.flat()]
  }
}

/** Finds them with a few look-ups per row, in any number: items are grouped by the names that they set. */
export function groupsCoveringIn<Item>(
  items: readonly Item[],
  scopeOf: (item: Item) => Scope,
): (row: Named) => (readonly Item[])[] {
  const byScope = new Map<string, Item[]>()
  const used = new Set<number>()
  for (const item of items) {
    const scope = scopeOf(item)
    const names = NAMES.map(name => scope[name])
    used.add(names.reduce((bits, name, index) => bits + (name === null ? 0 : 2 ** index), 0))
    const key = JSON.stringify(names)
    const others = byScope.get(key)
    if (others) others.push(item)
    else byScope.set(key, [item])
  }
  const choices = CHOICES.filter((_, bits) => used.has(bits))
  return row =>
    choices.flatMap(choice => {
      const group = byScope.get(
        JSON.stringify(NAMES.map(name => (choice.has(name) ? row[name] : null))),
      )
      return group === undefined ? [] : [group]
    })
}

import leven from 'leven'
import { forEachInSlices } from '../../server/sharing/slices.ts'

/** So many names are told for one. */
const MOST = 5

/** Of longer names no more is compared: it is the square of this that one comparison costs. */
const COMPARED = 32

/** Share of the longer name's letters that may differ where nothing else is alike. */
const UNLIKE = 0.5

/**
 * For each of the given names those that were probably meant, best first, at most five: the same but for case and accents, then those that hold it or
 * are held by it, spaces and signs not counted, or that have all of its words, then those with the fewest typing mistakes.
 */
export async function nearestNames(given: readonly string[], names: readonly string[]): Promise<string[][]> {
  const found = given.map(name => ({ wanted: folded(name), alike: [] as Likeness[] }))
  await forEachInSlices(names, name => {
    const known = folded(name)
    for (const { wanted, alike } of found) {
      const found = likeness(wanted, known)
      if (found !== undefined) alike.push({ name, ...found })
    }
  })
  return found.map(({ alike }) => best(alike))
}

interface Likeness {
  name: string
  /** 0: the same; 1: one within the other; 2: few mistakes. */
  level: number
  mistakes: number
}

function best(alike: readonly Likeness[]): string[] {
  // Who has better ones needs none with mistakes.
  const chosen = alike.some(({ level }) => level < 2) ? alike.filter(({ level }) => level < 2) : alike
  return chosen
    .toSorted((a, b) => a.level - b.level || a.mistakes - b.mistakes || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name)
}

interface Folded {
  text: string
  /** Letters and digits alone. */
  bare: string
  words: readonly string[]
}

function folded(name: string): Folded {
  const text = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return { text, bare: words.join(''), words }
}

/** Undefined where there is none. */
function likeness(wanted: Folded, known: Folded): Omit<Likeness, 'name'> | undefined {
  if (known.text === wanted.text || (known.bare === wanted.bare && known.bare !== '')) return { level: 0, mistakes: 0 }
  const [short, long] = known.bare.length < wanted.bare.length ? [known, wanted] : [wanted, known]
  if (short.bare.length < 2) return undefined
  if (long.bare.includes(short.bare) || wanted.words.every(word => known.words.includes(word))) {
    return { level: 1, mistakes: long.bare.length - short.bare.length }
  }
  const maxDistance = Math.floor(Math.min(long.text.length, COMPARED) * UNLIKE)
  const mistakes = leven(wanted.text.slice(0, COMPARED), known.text.slice(0, COMPARED), { maxDistance })
  return mistakes < maxDistance ? { level: 2, mistakes } : undefined
}

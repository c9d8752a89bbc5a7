import leven from 'leven'
import { mapInSlices } from '../../server/sharing/slices.ts'

/** So many names are told for one. */
const MOST = 5

/** Of longer names no more is compared: it is the square of this that one comparison costs. */
const COMPARED = 64

/** Share of the longer name's letters that may differ where nothing else is alike. */
const UNLIKE = 0.6

/**
 * The names that were probably meant, best first, at most five: the same but for case and accents, then those that hold it or are held by it, spaces
 * and signs not counted, or that have all of its words, then those with the fewest typing mistakes.
 */
export async function nearestNames(given: string, names: readonly string[]): Promise<string[]> {
  const wanted = folded(given)
  const ranked = await mapInSlices(names, name => ({ name, ...likeness(wanted, folded(name)) }))
  const alike = ranked.filter(({ level }) => level < 2)
  const chosen = alike.length > 0 ? alike : ranked.filter(({ level }) => level === 2)
  return chosen
    .sort((a, b) => a.level - b.level || a.mistakes - b.mistakes || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name)
}

interface Folded {
  text: string
  /** Letters and digits alone. */
  bare: string
  words: ReadonlySet<string>
}

function folded(name: string): Folded {
  const text = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return { text, bare: words.join(''), words: new Set(words) }
}

/** Level 0: the same; 1: one within the other; 2: few mistakes; 3: nothing alike. */
function likeness(wanted: Folded, known: Folded): { level: number; mistakes: number } {
  if (known.text === wanted.text || (known.bare === wanted.bare && known.bare !== '')) return { level: 0, mistakes: 0 }
  const [short, long] = known.bare.length < wanted.bare.length ? [known, wanted] : [wanted, known]
  const hasAllWords = [...wanted.words].every(word => known.words.has(word))
  const within = short.bare.length > 1 && (hasAllWords || long.bare.includes(short.bare))
  if (within) return { level: 1, mistakes: long.bare.length - short.bare.length }
  const maxDistance = Math.floor(Math.min(long.text.length, COMPARED) * UNLIKE)
  const mistakes = leven(wanted.text.slice(0, COMPARED), known.text.slice(0, COMPARED), { maxDistance })
  return { level: mistakes < maxDistance ? 2 : 3, mistakes }
}

/** A metric that an expression reads, with the labels that it picks or groups it by. */
export interface Selected {
  metric: string
  labels: string[]
  /** Values that labels are compared with, alternatives one by one. */
  values: { label: string; value: string }[]
}

const WORDS = new Set(['by', 'or', 'and', 'unless', 'bool', 'offset'])

/** A selector: a name that no parenthesis follows, and what is in its braces. */
const SELECTOR = /([a-zA-Z_:][\w:]*)(?![\w:])(?!\s*\(|\s+by\b)(?:\s*\{([^}]*)\})?/g

const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g

/**
 * The metrics of a PromQL expression. Simple: it knows `by (...)` in front of what is added up, and refuses the forms that it does not know, so that
 * nothing goes unseen.
 */
export function selectedBy(expression: string): Selected[] {
  if (/\b(without|on|ignoring|group_left|group_right)\b/.test(expression))
    throw new Error(`not known here: ${expression}`)
  const text = expression.replace(/\[[^\]]*\]/g, range => ' '.repeat(range.length))
  const bare = text.replace(/"[^"]*"/g, string => ' '.repeat(string.length))
  const groups = [...bare.matchAll(/\bby\s*\(([^)]*)\)/g)].map(({ 0: all, 1: labels, index }) => {
    const start = index + all.length
    return {
      labels: labels!.split(',').map(label => label.trim()),
      from: index,
      start,
      end: endOf(bare, start),
    }
  })
  const selected: Selected[] = []
  for (const { 1: metric, 2: matchers = '', index } of text.matchAll(SELECTOR)) {
    const isLabel = groups.some(({ from, start }) => index >= from && index < start)
    if (isLabel || WORDS.has(metric!) || isWithinBraces(text, index)) continue
    const around = groups.filter(({ start, end }) => index >= start && index < end)
    const matched = [...matchers.matchAll(MATCHER)]
    selected.push({
      metric: metric!,
      labels: [...around.flatMap(({ labels }) => labels), ...matched.map(([, label]) => label!)],
      values: matched.flatMap(([, label, values]) =>
        values!.split('|').map(value => ({ label: label!, value })),
      ),
    })
  }
  return selected
}

/** Where the parenthesis ends that begins next. */
function endOf(text: string, start: number): number {
  let [at, depth] = [text.indexOf('(', start), 0]
  if (at === -1 || text.slice(start, at).trim() !== '')
    throw new Error(`nothing is grouped: ${text}`)
  for (; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  throw new Error(`a parenthesis is open: ${text}`)
}

function isWithinBraces(text: string, index: number): boolean {
  return text.lastIndexOf('{', index) > text.lastIndexOf('}', index)
}

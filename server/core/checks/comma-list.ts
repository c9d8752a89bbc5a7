/**
 * Comma-separated lists in a query parameter. Values are separated by commas; one that holds a comma or starts with a double
 * quote is written as an RFC 4180 quoted field, in which a double quote is written twice. A double quote elsewhere in an
 * unquoted value stands for itself.
 */

type SplitList = { items: string[] } | { fault: string }

export function splitList(text: string): SplitList {
  const items: string[] = []
  let start = 0
  while (true) {
    const field = readField(text, start, items.length + 1)
    if ('fault' in field) return field
    items.push(field.value)
    if (field.end === text.length) return { items }
    start = field.end + 1
  }
}

type Field = { value: string; end: number } | { fault: string }

function readField(text: string, start: number, position: number): Field {
  return text[start] === '"' ? readQuoted(text, start, position) : readPlain(text, start, position)
}

function readPlain(text: string, start: number, position: number): Field {
  const comma = text.indexOf(',', start)
  const end = comma === -1 ? text.length : comma
  if (end > start) return { value: text.slice(start, end), end }
  return {
    fault:
      text === '' ? 'must not be empty' : `must not have an empty value, as item ${position} is`,
  }
}

function readQuoted(text: string, start: number, position: number): Field {
  let closing = text.indexOf('"', start + 1)
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2)
  if (closing === -1)
    return { fault: `must close every quoted value; item ${position} has no closing double quote` }
  const end = closing + 1
  if (end < text.length && text[end] !== ',') {
    return {
      fault:
        `must not have a stray double quote; item ${position} continues after its closing one ` +
        '(within a quoted value, a double quote is written twice)',
    }
  }
  return { value: text.slice(start + 1, closing).replaceAll('""', '"'), end }
}

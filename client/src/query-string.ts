import { UascopeError } from './errors.ts'

/** A parameter's value: lists become comma lists. */
export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

/**
 * The query string of the parameters that are given. In a list, duplicates are dropped and a value that holds a comma, is empty or starts with a
 * double quote is written as an RFC 4180 quoted field. An empty list stays one, for the service to refuse: left out it would match everything.
 * @param displayed lists whose values are also taken as the service displays them, in capitals
 * @throws UascopeError for text that is not valid Unicode, which no URL can hold
 */
export function queryString(parameters: object, displayed: readonly string[]): string {
  return Object.entries(parameters as Record<string, QueryValue>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encoded(name, textOf(value, displayed.includes(name)))}`)
    .join('&')
}

function textOf(value: QueryValue, lowerCase: boolean): string {
  if (!Array.isArray(value)) return String(value ?? '')
  const texts = value.map(item => (lowerCase ? String(item).toLowerCase() : String(item)))
  return [...new Set(texts)].map(quoted).join(',')
}

function encoded(name: string, text: string): string {
  try {
    return encodeURIComponent(text)
  } catch (cause) {
    throw new UascopeError(`${name} is not valid Unicode text: it holds half of a surrogate pair`, { cause })
  }
}

function quoted(text: string): string {
  return /^$|^"|,/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

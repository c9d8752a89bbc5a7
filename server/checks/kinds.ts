/** Kinds of values that a parameter, or a list's item, can have: how one is read, and what it must be, for people. Those here are read from text. */

import { isCalendarDate } from '../model/calendar-date.ts'
import { countCharacters } from './text.ts'

export interface Kind<T, Given = string> {
  /** What a value must be, to follow a parameter's name: `must be true or false`. */
  requirement: string
  /** Every value as it is written, where they can be listed. */
  allowed?: readonly string[]
  /** The value that what is given stands for; undefined when it stands for none. */
  read: (given: Given) => T | undefined
}

/** A whole number in plain digits: no sign, space, exponent, decimals or leading zeros, and exact as a JavaScript number. */
export function plainInteger(bounds: { minimum: number; maximum?: number }): Kind<number> {
  const { minimum, maximum } = bounds
  const most = maximum ?? Number.MAX_SAFE_INTEGER
  return {
    requirement: `must be a whole number from ${minimum} to ${most}, in plain digits without leading zeros`,
    read: text => {
      if (!/^(0|[1-9]\d*)$/.test(text)) return undefined
      const value = Number(text)
      return value >= minimum && value <= most ? value : undefined
    },
  }
}

/** A real date written `YYYY-MM-DD`, kept as text. */
export function calendarDate(): Kind<string> {
  return {
    requirement: 'must be a real date written YYYY-MM-DD',
    read: text => (isCalendarDate(text) ? text : undefined),
  }
}

/** `true` or `false`. */
export function flag(): Kind<boolean> {
  return {
    requirement: 'must be true or false',
    allowed: ['true', 'false'],
    read: text => (text === 'true' ? true : text === 'false' ? false : undefined),
  }
}

/** One of a few words. */
export function choice(words: readonly string[]): Kind<string> {
  return {
    requirement: words.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}`,
    allowed: words,
    read: text => (words.includes(text) ? text : undefined),
  }
}

export interface TextLimits {
  /** In characters (code points). */
  minLength?: number
  /** In characters (code points). */
  maxLength?: number
  pattern?: RegExp
  /** The pattern in words, to follow `must be`. */
  meaning?: string
}

/** Text, kept as it is. */
export function text(limits: TextLimits = {}): Kind<string> {
  const { minLength = 0, maxLength = Infinity, pattern } = limits
  return {
    requirement: textRequirement(limits),
    read: value => {
      const length = countCharacters(value)
      return length >= minLength && length <= maxLength && (pattern?.test(value) ?? true) ? value : undefined
    },
  }
}

function textRequirement({ minLength = 0, maxLength = Infinity, pattern, meaning }: TextLimits): string {
  const parts: string[] = []
  if (pattern !== undefined) parts.push(meaning === undefined ? `must match ${pattern.source}` : `must be ${meaning}`)
  if (maxLength !== Infinity) parts.push(`must have from ${minLength} to ${maxLength} characters`)
  else if (minLength > 1) parts.push(`must have at least ${minLength} characters`)
  else if (minLength === 1 && pattern === undefined) parts.push('must not be empty')
  return parts.length === 0 ? 'must be text' : parts.join(' and ')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../support/repository.ts'

export const root = repository

/** The page whose recipes are run. */
export const PAGE = 'server/http/ANALYSTS.md'

const BLOCK = /^```(\w*)\n(.*?)^```$|^#+ ([^\n]*)$/gms

/** Every code block of the page, with the heading that it stands under. */
export function allRecipes(): { heading: string; language: string; text: string }[] {
  let under = ''
  return [...readFileSync(join(root, PAGE), 'utf8').matchAll(BLOCK)].flatMap(
    ([, language, text, heading]) => {
      if (heading !== undefined) under = heading
      return language === undefined || text === undefined
        ? []
        : [{ heading: under, language, text }]
    },
  )
}

/** The code blocks of a language under a heading of the page, in order. Throws where there is none. */
export function recipes(heading: string, language: string): [string, ...string[]] {
  const [first, ...others] = allRecipes().filter(
    block => block.heading === heading && block.language === language,
  )
  if (first === undefined) throw new Error(`${PAGE} has no ${language} under "${heading}"`)
  return [first.text, ...others.map(({ text }) => text)]
}

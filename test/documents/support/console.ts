import type { Block } from '../../support/blocks.ts'

/** A command of a `console` block, and what the page prints below it. */
export interface Command {
  at: string
  text: string
  /** Without what ends the last line. */
  printed: string
}

/** The commands of a block: `$ ` begins one, a backslash or a pipe at the end of a line goes on with it. Throws where none begins the block. */
export function commandsOf({ text, at, line }: Block): Command[] {
  const commands: Command[] = []
  let goesOn = false
  for (const [index, row] of text.trimEnd().split('\n').entries()) {
    const last = commands.at(-1)
    if (row.startsWith('$ '))
      commands.push({
        at: at.replace(/\d+$/, String(line + 1 + index)),
        text: row.slice(2),
        printed: '',
      })
    else if (last === undefined) throw new Error(`${at}: a console block begins with "$ "`)
    else if (goesOn) last.text += `\n${row}`
    else last.printed += `${row}\n`
    goesOn = (row.startsWith('$ ') || goesOn) && /(\\|\|)$/.test(row)
  }
  return commands.map(command => ({ ...command, printed: command.printed.trimEnd() }))
}

/** What may differ from one run to the next, on the very same demo. */
const ELASTIC: readonly (readonly [RegExp, string])[] = [
  [/uascope_[A-Za-z0-9]{20,}/g, 'uascope_KEY'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'REQUEST'],
  // Ids of keys.
  [/\b(?=[0-9a-f]*[a-f])[0-9a-f]{12}\b/g, 'KEY_ID'],
  // What a file takes is the encoder's matter.
  [/\b\d+ bytes\b/g, 'N bytes'],
  [/\b\d+\.\d s\b/g, 'N s'],
]

/** A text of which only what is the same at every run is left. */
export function steady(text: string): string {
  return ELASTIC.reduce((left, [pattern, name]) => left.replace(pattern, name), text.trimEnd())
}

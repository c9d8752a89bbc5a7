import { textOf } from './pages.ts'

/** A fenced code block of a page. */
export interface Block {
  /** `PAGE:LINE` of the line that opens it. */
  at: string
  line: number
  /** The heading that it stands under; empty before the first one. */
  heading: string
  /** As it is written after the fence; may be empty. */
  language: string
  /** What is between the fences, with a line feed at its end. */
  text: string
}

/** The blocks of a page, in order. Throws where one is not closed. */
export function blocksOf(page: string): Block[] {
  return blocksIn(textOf(page), page)
}

/** The blocks of a text that is called `page`. */
export function blocksIn(text: string, page: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let open: { block: Block; fence: string; indent: string } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^( *)(`{3,}|~{3,})\s*(\S*)/.exec(line)
    if (open === undefined) {
      if (fence !== null) {
        const [, indent, marks, language] = fence as unknown as [string, string, string, string]
        open = {
          block: { at: `${page}:${index + 1}`, line: index + 1, heading, language, text: '' },
          fence: marks,
          indent,
        }
      } else heading = /^#{1,6} +(.*?)\s*$/.exec(line)?.[1] ?? heading
    } else if (fence?.[2]!.startsWith(open.fence) && fence[3] === '') {
      blocks.push(open.block)
      open = undefined
    } else
      open.block.text += `${line.startsWith(open.indent) ? line.slice(open.indent.length) : line}\n`
  }
  if (open !== undefined) throw new Error(`${open.block.at}: the block has no end`)
  return blocks
}

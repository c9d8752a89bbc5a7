import { downloadBlob } from './save.ts'

/** SVG properties that style sheets set: an image has no style sheet. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
]

const MARGIN = 16

/** Height of a line above and below the charts. */
const LINE = 20

/** Pixels per CSS pixel. */
const SHARPNESS = 2

interface Captions {
  title: string
  /** Measure, dates and currency of the image. */
  about: string
  source: string
}

/** Draws charts with legend, names and events into one standalone image, and saves it. */
export async function saveChartsPng(
  name: string,
  { title, about, source }: Captions,
  parts: readonly Element[],
): Promise<void> {
  const boxes = parts.map(part => part.getBoundingClientRect())
  const [left, top] = [
    Math.min(...boxes.map(box => box.left)),
    Math.min(...boxes.map(box => box.top)),
  ]
  const [right, bottom] = [
    Math.max(...boxes.map(box => box.right)),
    Math.max(...boxes.map(box => box.bottom)),
  ]
  const canvas = document.createElement('canvas')
  const above = MARGIN + 2 * LINE + MARGIN
  const [width, height] = [right - left + 2 * MARGIN, above + bottom - top + LINE + MARGIN]
  canvas.width = width * SHARPNESS
  canvas.height = height * SHARPNESS
  const context = canvas.getContext('2d')!
  context.scale(SHARPNESS, SHARPNESS)
  const style = getComputedStyle(document.body)
  context.fillStyle = style.getPropertyValue('background-color')
  context.fillRect(0, 0, width, height)
  const write = (text: string, font: string, y: number) => {
    context.fillStyle = style.color
    context.font = `${font} ${style.fontFamily}`
    context.fillText(text, MARGIN, y, width - 2 * MARGIN)
  }
  write(title, '600 16px', MARGIN + 16)
  write(about, '12px', MARGIN + LINE + 16)
  write(source, '12px', height - MARGIN)
  context.translate(MARGIN - left, above - top)
  for (const part of parts) {
    for (const line of linesOf(part)) {
      const { fontWeight, fontSize, fontFamily, color } = getComputedStyle(line.element)
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`
      context.fillStyle = color
      context.textBaseline = 'middle'
      context.fillText(line.text, line.box.left, (line.box.top + line.box.bottom) / 2)
    }
    for (const svg of part.querySelectorAll('svg')) {
      const { left: x, top: y, width: wide, height: high } = svg.getBoundingClientRect()
      context.drawImage(await pictureOf(svg), x, y, wide, high)
    }
  }
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (blob !== null) downloadBlob(`${name}.png`, blob)
}

interface TextLine {
  text: string
  element: Element
  box: DOMRect
}

/** Visible lines of text outside the SVG. */
function linesOf(part: Element): TextLine[] {
  const lines: TextLine[] = []
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [element, text] = [node.parentElement!, node.nodeValue!]
    if (element.closest('svg, .vh') !== null) continue
    const clamp = element.closest('.clamp')?.getBoundingClientRect()
    let line: TextLine | undefined
    for (const { index, 0: word } of text.matchAll(/\s*\S+|\s+$/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const box = range.getClientRects()[0]
      if (box === undefined || (clamp !== undefined && box.top >= clamp.bottom - 2)) continue
      if (line !== undefined && Math.abs(line.box.top - box.top) < 2) line.text += word
      else lines.push((line = { text: word.trimStart(), element, box }))
    }
  }
  return lines
}

/** An SVG as an image, with its styles inlined. */
async function pictureOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const computed = getComputedStyle(originals[index]!)
    for (const name of STYLES) element.setAttribute(name, computed.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

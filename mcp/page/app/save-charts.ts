import { downloadBlob } from './save.ts'

/** Properties of SVG that style sheets set; a picture has no style sheet. */
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

/** Pixels per CSS pixel. */
const SHARPNESS = 2

/** Draws an element with its charts and texts onto one picture and saves it. */
export async function saveChartsPng(name: string, title: string, element: HTMLElement): Promise<void> {
  const box = element.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  const [width, height] = [box.width + 2 * MARGIN, box.height + 3 * MARGIN + 20]
  canvas.width = width * SHARPNESS
  canvas.height = height * SHARPNESS
  const context = canvas.getContext('2d')!
  context.scale(SHARPNESS, SHARPNESS)
  const style = getComputedStyle(document.body)
  context.fillStyle = style.getPropertyValue('background-color')
  context.fillRect(0, 0, width, height)
  context.fillStyle = style.color
  context.font = `600 16px ${style.fontFamily}`
  context.fillText(title, MARGIN, MARGIN + 16)
  const [left, top] = [MARGIN - box.left, 2 * MARGIN + 20 - box.top]
  for (const text of element.querySelectorAll<HTMLElement>('.t a, .t span')) {
    if (text.querySelector('span') !== null) continue
    const { left: x, bottom } = text.getBoundingClientRect()
    const { fontWeight, fontSize, fontFamily, color } = getComputedStyle(text)
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`
    context.fillStyle = color
    context.fillText(text.textContent, x + left, bottom + top - 5)
  }
  for (const svg of element.querySelectorAll('svg')) {
    const { left: x, top: y, width: wide, height: high } = svg.getBoundingClientRect()
    context.drawImage(await pictureOf(svg), x + left, y + top, wide, high)
  }
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (blob !== null) downloadBlob(`${name}.png`, blob)
}

/** An SVG as an image, with its styles written into it. */
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

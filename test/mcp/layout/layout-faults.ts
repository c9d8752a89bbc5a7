import type { Frame, Page } from 'playwright-core'

/**
 * What is wrong with a document as it is laid out, in words: numbers over several lines or cut off, texts that overlap or leave their box, what is
 * hidden without a sign, and a document wider than its window.
 * @param names texts of others, in which a break or a number is nothing of ours
 */
export async function layoutFaults(
  frame: Frame | Page,
  names: readonly string[],
): Promise<string[]> {
  // A compiler may wrap inner functions in a helper of its own.
  await frame.evaluate('globalThis.__name = given => given')
  return frame.evaluate(faultsOf, names)
}

interface Placed {
  node: Node
  text: string
  element: Element
  box: { left: number; right: number; top: number; bottom: number }
}

/** Runs in the browser. */
function faultsOf(names: readonly string[]): string[] {
  const faults = new Set<string>()
  const say = (what: string, element: Element, text: string) => {
    const name = element.getAttribute('class') ?? ''
    faults.add(
      `${what}: ${element.tagName.toLowerCase()}${name === '' ? '' : `.${name.replaceAll(' ', '.')}`} "${text.trim().slice(0, 60)}"`,
    )
  }
  // Cut text has a tooltip where a pointer is.
  for (const element of document.querySelectorAll('*')) {
    if (
      element instanceof HTMLSelectElement ||
      getComputedStyle(element).webkitLineClamp !== 'none'
    )
      element.dispatchEvent(new Event('pointerover', { bubbles: true }))
  }
  const root = document.querySelector('dialog[open]') ?? document.body
  const isOfOthers = (text: string) => {
    const own = text.trim()
    return (
      own !== '' &&
      names.some(name => name.includes(own) || (own.includes(name) && own.length < name.length + 4))
    )
  }
  // A currency with its number, sign and unit.
  const NUMBER =
    /[−+±]?(?:\p{Sc}|[A-Z][A-Za-z]{1,2}\u00a0)?\d[\d,.]*\d?(?:(?:(?:K|M|B|T)\b|%)|\/day|\u00a0?pts)?/gu

  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      element =>
        element.checkVisibility() &&
        element.getBoundingClientRect().right > innerWidth + 1 &&
        [...element.children].every(child => child.getBoundingClientRect().right <= innerWidth + 1),
    )
    for (const element of wide.slice(0, 3))
      say(
        `wider than the window (${document.documentElement.scrollWidth})`,
        element,
        element.textContent,
      )
  }

  const clippedBy = (element: Element) => {
    const clips: DOMRect[] = []
    for (
      let at: Element | null = element;
      at !== null && at !== document.documentElement;
      at = at.parentElement
    ) {
      if (
        at !== document.body &&
        getComputedStyle(at).overflowX !== 'visible' &&
        !(at instanceof SVGElement)
      )
        clips.push(at.getBoundingClientRect())
    }
    return clips
  }
  /** Text may end in an ellipsis if the whole of it is in a title, or in what its line opens. */
  const isWholeElsewhere = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).textOverflow === 'ellipsis')
        return (
          at.closest('[title]') !== null ||
          at.closest('li, tr, .ar, .ah')?.querySelector('a, button') instanceof Element
        )
    }
    return false
  }
  const placed: Placed[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [text, element] = [node.nodeValue ?? '', node.parentElement!]
    if (text.trim() === '' || element.closest('script, style, option, select, [hidden]') !== null)
      continue
    if (
      isUnseen(element) ||
      !boxOf(element).checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue
    const range = document.createRange()
    const rectsOf = (start: number, end: number) => {
      range.setStart(node, start)
      range.setEnd(node, end)
      return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5)
    }
    const clips = clippedBy(element)
    if (!isOfOthers(text) && !names.some(name => name.length > 12 && text.includes(name))) {
      for (const { index, 0: number } of text.matchAll(NUMBER)) {
        const rects = rectsOf(index, index + number.length)
        const tops = new Set(rects.map(({ top }) => Math.round(top / 4)))
        if (
          tops.size > 1 &&
          Math.max(...rects.map(({ top }) => top)) - Math.min(...rects.map(({ top }) => top)) > 6
        )
          say('number over lines', element, number)
        const box = element.closest('svg')
        if (
          box !== null &&
          rects.some(
            rect =>
              rect.left < box.getBoundingClientRect().left - 1 ||
              rect.right > box.getBoundingClientRect().right + 1,
          )
        )
          say('number cut by its chart', element, number)
      }
    }
    if (isWholeElsewhere(element)) continue
    // A text stays in the block that holds it.
    let block: Element = element
    while (
      /^(inline|contents)$/.test(getComputedStyle(block).display) &&
      block.parentElement !== null
    )
      block = block.parentElement
    const around = block.getBoundingClientRect()
    if (!/[\p{L}\d]/u.test(text)) continue
    for (const rect of rectsOf(0, text.length)) {
      if (
        element.closest('svg') === null &&
        (rect.right > around.right + 1.5 || rect.left < around.left - 1.5)
      )
        say('leaves its box', block, text)
      const box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom }
      for (const clip of clips) {
        box.left = Math.max(box.left, clip.left)
        box.right = Math.min(box.right, clip.right)
        box.top = Math.max(box.top, clip.top)
        box.bottom = Math.min(box.bottom, clip.bottom)
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1)
        placed.push({ node, text, element, box })
    }
  }

  // Lines of text are higher than their letters.
  placed.sort((a, b) => a.box.top - b.box.top)
  placed.forEach((a, index) => {
    for (
      let next = index + 1;
      next < placed.length && placed[next]!.box.top < a.box.bottom - 4;
      next++
    ) {
      const b = placed[next]!
      if (
        a.node !== b.node &&
        Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2 &&
        Math.min(a.box.bottom, b.box.bottom) - b.box.top > 5
      )
        say('overlaps', a.element, `${a.text.trim().slice(0, 28)} / ${b.text.trim().slice(0, 28)}`)
    }
  })

  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (
      element instanceof SVGElement ||
      element.closest('svg') !== null ||
      isUnseen(element) ||
      !element.checkVisibility()
    )
      continue
    const { overflowX, overflowY, backgroundAttachment } = getComputedStyle(element)
    const [isWide, isHigh] = [
      element.scrollWidth > element.clientWidth + 1,
      element.scrollHeight > element.clientHeight + 1,
    ]
    if (element instanceof HTMLSelectElement) {
      const label = element.selectedOptions[0]?.text ?? ''
      if (isCut(element, label) && (!isOfOthers(label) || element.title === ''))
        say('cut selection', element, label)
    } else if (/auto|scroll/.test(overflowX) && isWide && !backgroundAttachment.includes('local')) {
      say('scrolls without a mark', element, element.textContent)
    } else if (
      /hidden|clip/.test(overflowX + overflowY) &&
      (isWide || isHigh) &&
      element.closest('[title]') === null &&
      !isWholeElsewhere(element)
    ) {
      say('hidden without a title', element, element.textContent)
    }
  }
  return [...faults]

  /** What lays an element out: `display: contents` has no box. */
  function boxOf(element: Element): Element {
    return getComputedStyle(element).display === 'contents' && element.parentElement !== null
      ? boxOf(element.parentElement)
      : element
  }

  /** Text for screen readers. */
  function isUnseen(element: Element): boolean {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).clipPath === 'inset(50%)') return true
    return false
  }

  function isCut(select: HTMLSelectElement, label: string): boolean {
    const { font, paddingLeft, paddingRight, appearance } = getComputedStyle(select)
    const context = document.createElement('canvas').getContext('2d')!
    context.font = font
    const arrow = appearance === 'none' ? 0 : 18
    return (
      context.measureText(label).width >
      select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow + 2
    )
  }
}

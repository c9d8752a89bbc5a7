import type { Frame } from 'playwright-core'

/** Pairs of texts in the same chart whose boxes overlap by more than a pixel. */
export async function overlaps(frame: Frame, charts: string): Promise<string[]> {
  return frame.$$eval(charts, all =>
    all.flatMap(chart => {
      const texts = [...chart.querySelectorAll('text')].map(text => ({
        said: text.textContent,
        box: text.getBoundingClientRect(),
      }))
      return texts.flatMap(({ said, box }, index) =>
        texts.slice(index + 1).flatMap(({ said: other, box: second }) => {
          const across = Math.min(box.right, second.right) - Math.max(box.left, second.left)
          const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top)
          // A line's box is taller than its letters.
          return across > 1 && down > 3 ? [`${said} / ${other}`] : []
        }),
      )
    }),
  )
}

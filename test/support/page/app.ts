import type { Frame, Page } from 'playwright-core'
import { csvRows } from '../../../client/src/read-rows.ts'
import type { DemoPage } from './open-page.ts'

export type ReportRow = Record<string, number | string | null>

/** A report over REST, as rows. */
export async function reportRows(
  service: DemoPage,
  query: Record<string, string>,
): Promise<ReportRow[]> {
  const response = await fetch(
    `${service.url}v1/report?${new URLSearchParams({ granularity: 'campaign', ...query, format: 'csv' })}`,
    {
      headers: { authorization: `Bearer ${service.key}` },
    },
  )
  if (!response.ok) throw new Error(await response.text())
  return csvRows(await response.text()) as ReportRow[]
}

/** Once the app's numbers are there: cards, panels, campaigns. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('[data-card]')
  await page.waitForFunction(
    () => document.querySelector('main .sk, main [role=status]:not(:empty), main .waits') === null,
  )
}

/** Charts are drawn again a frame after they have seen their new width. */
export function drawn(frame: Frame | Page): Promise<unknown> {
  return frame.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}

/** The first text of an amount as a number: `$1,234` is 1234. */
export function amountOf(text: string): number {
  return Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))
}

/** Text of a card by metric, without what stands beside its value. */
export function cardValue(page: Page, metric: string): Promise<string> {
  return page
    .locator(`[data-card=${metric}] .big`)
    .evaluate(element => element.firstChild?.textContent ?? '')
}

interface Box {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** Labels of charts that overlap each other, in words. */
export function overlappingLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overlaps: string[] = []
    for (const svg of document.querySelectorAll('.trend svg, .bullet')) {
      const boxes: Box[] = [...svg.querySelectorAll('text')].map(text => {
        const { left, right, top, bottom } = text.getBoundingClientRect()
        // Lines of text are higher than what they draw.
        return { text: text.textContent, left, right, top: top + 2, bottom: bottom - 2 }
      })
      boxes.forEach((a, index) => {
        for (const b of boxes.slice(index + 1)) {
          if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) {
            overlaps.push(
              `${svg.getAttribute('aria-label')?.slice(0, 40)}: ${a.text} and ${b.text}`,
            )
          }
        }
      })
    }
    return overlaps
  })
}

/** How far the page is wider than the window, and what is. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    return [...document.querySelectorAll('main *')]
      .filter(
        element =>
          element.getBoundingClientRect().right > innerWidth + 1 && element.closest('.tb') === null,
      )
      .slice(0, 5)
      .map(
        element =>
          `${element.tagName}.${element.getAttribute('class')} ${element.textContent.slice(0, 40)}`,
      )
  })
}

/** Words to read on the page, without the options of closed menus. */
export async function wordsOf(page: Page): Promise<number> {
  const text = await page.evaluate(() => {
    for (const option of document.querySelectorAll('option:not(:checked)')) option.remove()
    // The two halves of a name that is cut in the middle are one text.
    for (const name of document.querySelectorAll('.name')) name.replaceChildren(name.textContent)
    return document.body.innerText
  })
  return text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length
}

import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { openView, VIEW_NAMES } from './scripts/screenshots/views.ts'
const NOW = new Date('2026-11-23T12:00:00Z')
const demo = JSON.parse(readFileSync('/tmp/shots-views/demo.json', 'utf8'))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] })
const views = process.argv[2] === undefined ? VIEW_NAMES : process.argv[2].split(',')
for (const view of views as any)
  for (const [theme, width] of [['light', 1000], ['dark', 360]] as const) {
    const host = await openView(browser, view, { demo, theme, size: { width, height: width > 500 ? 1500 : 1900 }, now: NOW, given: JSON.parse(process.argv[3] ?? '{}') })
    await host.page.screenshot({ path: `/tmp/shot-${view}-${width}.png` })
    console.log(view, width, host.errors, host.asked.map(a => a.method === 'tools/call' ? a.params.name : a.method).join(' '), await host.frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth].join()))
    await host.page.close()
  }
await browser.close()

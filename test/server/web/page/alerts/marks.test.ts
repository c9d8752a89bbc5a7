import t from 'tap'
import { keepMarks, readMarks } from '../../../../../server/web/page/alerts/marks.ts'

t.test(
  'marks that the browser cannot store replace stored ones until the page is left',
  async t => {
    const stored = new Map<string, string>()
    let isFull = false
    const localStorage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem(name: string, value: string) {
        if (isFull) throw new Error('the quota is used up')
        stored.set(name, value)
      },
    }
    Object.assign(globalThis, { window: { localStorage } })
    t.teardown(() => Reflect.deleteProperty(globalThis, 'window'))
    const key = '[101,"IOS","Meta Ads","A"]'
    keepMarks({ [key]: { kind: 'done', at: '2026-03-18' } })
    t.strictSame(Object.keys(readMarks()), [key])
    isFull = true
    keepMarks({})
    t.strictSame(readMarks(), {})
  },
)

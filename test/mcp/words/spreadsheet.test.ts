import t from 'tap'
import { safeText } from '../../../mcp/words/spreadsheet.ts'

t.test('text that would run as a formula is marked as text', async t => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠A1', '\t=1', '\n=1']) t.equal(safeText(text), `'${text}`)
  for (const text of ['Alpha', '1-1', '', ' =1', 'AXON US | iOS']) t.equal(safeText(text), text)
})

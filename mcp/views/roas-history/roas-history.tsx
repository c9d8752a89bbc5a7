import { formatFor } from '../shell/frame.tsx'
import { rowsOf } from '../shell/answers.ts'
import type { ViewProps } from '../shell/start-view.tsx'
import { ShownOf } from '../parts/shown-of.tsx'
import { Table } from '../parts/table.tsx'

export function RoasHistory({ answer, host }: ViewProps<'svc_get_roas_history'>) {
  const format = formatFor(host, answer)
  const rows = rowsOf<unknown>(answer)
  const columns = answer.columns.map(name => ({ name, label: name, value: (row: Record<string, unknown>) => JSON.stringify(row[name]) }))
  return (
    <>
      <ShownOf shown={rows.length} came={rows.length} matched={answer.totalRows} format={format} />
      <Table caption="Rows" columns={columns} rows={rows} keyOf={row => JSON.stringify(row)} />
    </>
  )
}

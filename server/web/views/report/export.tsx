import { useState } from 'preact/hooks'
import type { Answer, PartialArguments } from '../../parts/read-result.ts'
import type { Host } from '../../parts/host.ts'
import { type Format, LOCALE } from '../../parts/use-format.ts'
import type { Question } from './report-question.ts'

interface ExportProps {
  host: Host
  question: Question
  format: Format
}

type FileFormat = 'csv' | 'parquet'
const MEDIA_TYPES: Record<FileFormat, string> = {
  csv: 'text/csv',
  parquet: 'application/octet-stream',
}

/** Exports all rows to a file; passes the link to the host, or shows it if the host does not accept links. */
export function Export({ host, question, format }: ExportProps) {
  const [as, setAs] = useState<FileFormat>('csv')
  const [state, setState] = useState<{
    said: string
    busy?: boolean
    link?: Answer<'svc_export_report'>
  }>({ said: '' })
  if (!host.can.call) return null
  async function build(): Promise<void> {
    setState({ said: 'Building the file', busy: true })
    const reply = await host.call('svc_export_report', exportArguments(question, as))
    if ('problem' in reply) return setState({ said: reply.problem.message })
    const { answer } = reply
    const size = `${answer.fileName}, ${format.count(answer.totalRows)} rows`
    if (
      host.can.download &&
      (await host.download(answer.downloadUrl, answer.fileName, MEDIA_TYPES[as]))
    )
      return setState({ said: `Downloading ${size}` })
    if (!host.can.download && host.can.openLink && (await host.openLink(answer.downloadUrl)))
      return setState({ said: `Opened ${size}` })
    setState({ said: `Ready: ${size}`, link: answer })
  }
  return (
    <span class="export">
      <select
        aria-label="File format"
        value={as}
        onChange={event => setAs(event.currentTarget.value as FileFormat)}
      >
        <option value="csv">CSV</option>
        <option value="parquet">Parquet</option>
      </select>{' '}
      <button onClick={() => void build()} disabled={state.busy === true}>
        Export all rows
      </button>{' '}
      <span role="status">{state.said}</span>
      {state.link !== undefined && <Link host={host} answer={state.link} />}
    </span>
  )
}

function Link({
  host,
  answer: { downloadUrl, expiresAt },
}: {
  host: Host
  answer: Answer<'svc_export_report'>
}) {
  const at = new Intl.DateTimeFormat(LOCALE, {
    timeStyle: 'short',
    ...(host.timeZone === undefined ? {} : { timeZone: host.timeZone }),
  })
  return (
    <label class="export-link">
      Copy this link. It works until {at.format(Date.parse(expiresAt))} for anyone who has it:
      <input
        type="text"
        readOnly
        value={downloadUrl}
        onFocus={event => event.currentTarget.select()}
      />
    </label>
  )
}

/** The question as a file export: without paging, and without sort, whose column the file may lack. */
function exportArguments(
  { limit: _limit, offset: _offset, sort: _sort, ...question }: Question,
  as: FileFormat,
): PartialArguments<'svc_export_report'> {
  return { ...question, format: as }
}

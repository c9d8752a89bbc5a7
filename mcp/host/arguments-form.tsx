import type { Tool } from '@modelcontextprotocol/client'
import { useEffect, useState } from 'preact/hooks'
import { FieldInput } from './field-input.tsx'
import { fieldsOf, type Field, type Texts } from './fields.ts'
import type { App } from './service.ts'

/** What is asked for most, of all the tools. */
const COMMON = new Set([
  'granularity',
  'groupBy',
  'metrics',
  'installGrouping',
  'dsi',
  'startDate',
  'endDate',
  'actions',
  'since',
  'alertGroups',
  'platforms',
])

interface ArgumentsFormProps {
  tool: Tool
  apps: readonly App[]
  texts: Texts
  onShow: (texts: Texts) => void
}

/** A form of the tool's own arguments. */
export function ArgumentsForm({ tool, apps, texts, onShow }: ArgumentsFormProps) {
  const [written, setWritten] = useState<Texts>(texts)
  // The form stays, and with it the keyboard's place.
  useEffect(() => setWritten(texts), [JSON.stringify(texts)])
  // Where there is little room the view comes first.
  const [isWide] = useState(() => matchMedia('(min-width: 720px)').matches)
  const fields = fieldsOf(tool)
  const common = fields.filter(({ name }) => COMMON.has(name))
  const others = fields.filter(({ name }) => !COMMON.has(name))
  const input = (field: (typeof fields)[number]) => (
    <FieldInput
      key={field.name}
      field={field}
      text={written[field.name] ?? ''}
      onText={text => setWritten(before => ({ ...before, [field.name]: text }))}
    />
  )
  return (
    <form
      class="arguments"
      aria-label="What to show"
      onSubmit={event => {
        event.preventDefault()
        onShow(written)
      }}
    >
      <AppSelect apps={apps} text={written['appId'] ?? ''} onText={appId => onShow({ ...written, appId })} />
      <button class="main">Show</button>
      <details open={isWide}>
        <summary>{told(common, written, 'Options')}</summary>
        <div class="fields">{common.map(input)}</div>
      </details>
      <details>
        <summary>{told(others, written, 'More options')}</summary>
        <div class="fields">{others.map(input)}</div>
      </details>
    </form>
  )
}

/** A title, and how many of its fields are filled in: they may be folded. */
function told(fields: readonly Field[], texts: Texts, title: string): string {
  const filled = fields.filter(({ name }) => (texts[name] ?? '') !== '').length
  return filled === 0 ? title : `${title} (${filled} set)`
}

function AppSelect({ apps, text, onText }: { apps: readonly App[]; text: string; onText: (text: string) => void }) {
  const isKnown = apps.some(({ id }) => String(id) === text)
  return (
    <label class="app">
      <span class="label">App</span>
      <select name="appId" value={text} onChange={({ currentTarget }) => onText(currentTarget.value)}>
        {!isKnown && <option value={text}>{text === '' ? 'None' : `App ${text}`}</option>}
        {apps.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

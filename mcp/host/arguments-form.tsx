import type { Tool } from '@modelcontextprotocol/client'
import { useState } from 'preact/hooks'
import { FieldInput } from './field-input.tsx'
import { fieldsOf, type Texts } from './fields.ts'
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
  const set = others.filter(({ name }) => (written[name] ?? '') !== '').length
  return (
    <form
      class="arguments"
      aria-label="What to show"
      onSubmit={event => {
        event.preventDefault()
        onShow(written)
      }}
    >
      <div class="fields">
        <AppSelect apps={apps} text={written['appId'] ?? ''} onText={appId => onShow({ ...written, appId })} />
        {common.map(input)}
      </div>
      <details>
        <summary>More{set > 0 ? `, ${set} set` : ''}</summary>
        <div class="fields">{others.map(input)}</div>
      </details>
      <button class="main">Show</button>
    </form>
  )
}

function AppSelect({ apps, text, onText }: { apps: readonly App[]; text: string; onText: (text: string) => void }) {
  const isKnown = apps.some(({ id }) => String(id) === text)
  return (
    <label class="field">
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

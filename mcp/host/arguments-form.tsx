import type { Tool } from '@modelcontextprotocol/client'
import { useEffect, useState } from 'preact/hooks'
import { type Field, fieldsOf, formatList, parseList, type Texts } from './fields.ts'
import type { App } from './service.ts'
import { words } from './words.ts'

/** The arguments used most, of all tools; the form shows them first. */
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

/** A form generated from the tool's input schema. */
export function ArgumentsForm({ tool, apps, texts, onShow }: ArgumentsFormProps) {
  const [written, setWritten] = useState<Texts>(texts)
  // Updated in place, so that the form keeps the keyboard focus.
  useEffect(() => setWritten(texts), [JSON.stringify(texts)])
  // On narrow screens the options start closed, so that the view is visible.
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
        <summary>{titleWithCount(common, written, 'Options')}</summary>
        <div class="fields">{common.map(input)}</div>
      </details>
      <details>
        <summary>{titleWithCount(others, written, 'More options')}</summary>
        <div class="fields">{others.map(input)}</div>
      </details>
    </form>
  )
}

/** Adds the number of filled-in fields, which may be hidden. */
function titleWithCount(fields: readonly Field[], texts: Texts, title: string): string {
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

interface FieldInputProps {
  field: Field
  text: string
  onText: (text: string) => void
}

/** The input for one argument, with its label and description. */
function FieldInput({ field, text, onText }: FieldInputProps) {
  const { name, label, hint, kind, options, standard } = field
  const hintId = `hint-${name}`
  const shared = { name, 'aria-describedby': hintId }
  const hintLine = (
    <span class="hint" id={hintId} title={hint}>
      {hint}
    </span>
  )
  if (kind === 'choices') {
    const chosen = new Set(parseList(text))
    const choose = (option: string, isChosen: boolean) =>
      onText(formatList(options.filter(one => (one === option ? isChosen : chosen.has(one)))))
    return (
      <fieldset class="field" aria-describedby={hintId}>
        <legend class="label">{label}</legend>
        <span class="choices">
          {options.map(option => (
            <label key={option}>
              <input
                type="checkbox"
                name={name}
                value={option}
                checked={chosen.has(option)}
                onChange={({ currentTarget }) => choose(option, currentTarget.checked)}
              />{' '}
              {optionLabel(option)}
            </label>
          ))}
        </span>
        {hintLine}
      </fieldset>
    )
  }
  if (kind === 'switch') {
    return (
      <div class="field">
        <label class="switch">
          <input
            type="checkbox"
            checked={text === 'true'}
            onChange={({ currentTarget }) => onText(currentTarget.checked ? 'true' : '')}
            {...shared}
          />{' '}
          {label}
        </label>
        {hintLine}
      </div>
    )
  }
  return (
    <div class="field">
      <label>
        <span class="label">{label}</span>
        {kind === 'choice' ? (
          <select value={text} onChange={({ currentTarget }) => onText(currentTarget.value)} {...shared}>
            <option value="">{standard === '' ? 'Default' : `${optionLabel(standard)} (default)`}</option>
            {/* Keeps an unknown value from the address: the tool then reports the error. */}
            {[...options, ...(text === '' || options.includes(text) ? [] : [text])]
              .filter(option => option !== standard || option === text)
              .map(option => (
                <option key={option} value={option}>
                  {optionLabel(option)}
                </option>
              ))}
          </select>
        ) : (
          <input
            value={text}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
            {...shared}
            {...(kind === 'date' && { type: 'date' })}
            {...(kind === 'number' && { type: 'number', min: field.least, max: field.most, placeholder: standard })}
            {...(kind === 'numbers' && { inputMode: 'text', placeholder: '7, 30' })}
            {...(kind === 'names' && { placeholder: 'separated by commas' })}
            autocomplete="off"
          />
        )}
      </label>
      {hintLine}
    </div>
  )
}

/** The display name of an option. */
function optionLabel(option: string): string {
  return { IOS: 'iOS' }[option] ?? words(/[a-z]/.test(option) ? option : option.toLowerCase())
}

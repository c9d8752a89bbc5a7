import type { Field } from './fields.ts'
import { formatList, parseList } from './lists.ts'
import { words } from './words.ts'

interface FieldInputProps {
  field: Field
  text: string
  onText: (text: string) => void
}

/** One argument of a tool: its name, how it is written, and what the tool says of it. */
export function FieldInput({ field, text, onText }: FieldInputProps) {
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
              {said(option)}
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
            <option value="">{standard === '' ? 'Default' : `${said(standard)} (default)`}</option>
            {/* Of an address that names none of them, too: the tool says what is wrong with it. */}
            {[...options, ...(text === '' || options.includes(text) ? [] : [text])]
              .filter(option => option !== standard || option === text)
              .map(option => (
                <option key={option} value={option}>
                  {said(option)}
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

/** An option as a person reads it. */
function said(option: string): string {
  return { IOS: 'iOS' }[option] ?? words(/[a-z]/.test(option) ? option : option.toLowerCase())
}

interface ChoiceProps<Value extends string | number | null> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string, isDisabled?: boolean])[]
  onChoose: (value: Value) => void
}

/** A labeled select. */
export function Choice<Value extends string | number | null>({
  label,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>) {
  const written = (each: Value) => String(each ?? '')
  return (
    <label>
      <span>{label}</span>{' '}
      <select
        aria-label={label}
        value={written(value)}
        onChange={({ currentTarget }) =>
          onChoose(options.find(([each]) => written(each) === currentTarget.value)![0])
        }
      >
        {options.map(([each, words, isDisabled = false]) => (
          <option key={written(each)} value={written(each)} disabled={isDisabled} dir="auto">
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

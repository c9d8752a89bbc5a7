import type { Format } from './use-format.ts'

export interface MoneyPart {
  name: string
  label: string
  amount: number
  /** Count in words: 12 campaigns. */
  count: string
  tone: string
}

interface MoneyStripProps {
  label: string
  parts: readonly MoneyPart[]
  /** Base of the shares; parts may overlap. */
  total: number
  pressed: readonly string[]
  onPress: (name: string) => void
  format: Format
}

/** A strip that shows where the spend goes; each part is a filter button. */
export function MoneyStrip({ label, parts, total, pressed, onPress, format }: MoneyStripProps) {
  const sum = parts.reduce((all, { amount }) => all + amount, 0)
  return (
    <div class="money-strip" role="group" aria-label={label}>
      <div class="strip" aria-hidden="true">
        {parts.map(({ name, amount, tone }) => (
          <span key={name} class={`part ${tone}`} style={{ flexGrow: sum > 0 ? amount / sum : 1 }} onClick={() => onPress(name)} />
        ))}
      </div>
      <div class="parts">
        {parts.map(({ name, label, amount, count, tone }) => (
          <button key={name} class={tone} aria-pressed={pressed.includes(name)} onClick={() => onPress(name)}>
            <span class="name">{label}</span>
            <strong>{format.money(amount)}</strong>
            <span class="muted">
              a day, {total > 0 ? format.share(amount / total) : format.share(0)}, {count}
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}

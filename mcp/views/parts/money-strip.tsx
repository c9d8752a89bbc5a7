import type { Format } from './format.ts'

/** A part of the money: what is filtered by when it is pressed. */
export interface MoneyPart {
  name: string
  label: string
  /** Spend a day. */
  amount: number
  /** How many, in words: 12 campaigns. */
  count: string
  /** The class that colours it. */
  tone: string
}

interface MoneyStripProps {
  label: string
  parts: readonly MoneyPart[]
  /** What the shares are of; parts may overlap. */
  total: number
  pressed: readonly string[]
  onPress: (name: string) => void
  format: Format
}

/** Where the money is: a strip of parts, each a button that narrows down to it. */
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

import { platformName } from './names.ts'

interface NamedEvent {
  title: string
  kind: string
  platform?: string | null
  network?: string | null
  campaign?: string | null
  country?: string | null
}

const KINDS: Record<string, string> = {
  outage: 'outage',
  attribution: 'wrong attribution',
  flight: 'campaign flight',
  launch: 'launch',
  holiday: 'holiday',
  price: 'price change',
}

/** An event's title, kind and scope, without repetitions: `ATT prompt on iOS`, `outage`. */
export function eventNames({
  title,
  kind,
  platform,
  network,
  campaign,
  country,
}: NamedEvent): string[] {
  const names = [title]
  for (const name of [
    KINDS[kind],
    platform && platformName(platform),
    network,
    campaign,
    country,
  ]) {
    if (name && !wordsOf(names.join(' ')).includes(wordsOf(name))) names.push(name)
  }
  return names
}

function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}

import type { components } from '../../generated/types.ts'

type Step = components['schemas']['Step']

/** Reads the sentence of a step back, and compares its verbs and numbers with the step's. Returns what differs. */
export function sentenceDifference(words: string, step: Step): string | undefined {
  const standing = standingDifference(words, step)
  if (standing !== undefined) return standing
  if (step.direction === 'none' || step.gainLow === null)
    return /\bworth\b/.test(words) ? 'a price without a price' : undefined
  const match =
    /: (?:the D\d+ forecast is not tested yet; )?(?:the bid target stays; )?(saves|spends) ([^ ]+) (?:of spend|more) and (loses|brings) (no|at most [^ ]+|[^ ]+)(?: of)? revenue(?: a day)? \(D(\d+)\), worth (.+?) at your target(?: \((.+?) in 80% of cases\))?(?:; of ([\d,]+) such calls, (\d+)% of the money was right)?(?:; to reach .*)?$/.exec(
      words,
    )
  if (match === null) return `not a sentence with a price: ${words}`
  const [, spends, spend, earns, revenue, dsi, worth, range, judged, right] = match as unknown as (
    string | undefined
  )[]
  const change = step.bounds
    ? step.direction === 'more'
      ? step.revenueChangeHigh!
      : step.revenueChangeLow!
    : step.revenueChange!
  const amount = revenue === 'no' ? '0' : revenue!.replace('at most ', '')
  const ends = (text: string): [string, string] => {
    const [low, high = low] = text.split(' to ')
    return [low!, high!]
  }
  const [low, high] = ends(step.gain === null ? worth! : range!)
  const numbers: [string, number][] = [
    [spend!, Math.abs(step.spendChange!)],
    [amount, Math.abs(change)],
    ...(step.gain === null ? [] : [[worth!, step.gain] as [string, number]]),
    [low, step.gainLow],
    [high, step.gainHigh!],
  ]
  const off = numbers.find(([text, value]) => !isAbout(text, value))
  if (off !== undefined) return `${off[0]} is not ${off[1]}: ${words}`
  if ((spends === 'saves') !== step.direction.startsWith('l'))
    return `the wrong verb of spend: ${words}`
  if (revenue !== 'no' && (earns === 'loses') !== change < 0 && !step.bounds)
    return `the wrong verb of revenue: ${words}`
  if (Number(dsi) !== step.targetDsi) return `the wrong DSI: ${words}`
  const doubts = step.rightShare !== null && step.rightShare < 0.6
  if (doubts !== (right !== undefined))
    return `its record is missing, or too good to be told: ${words}`
  if (!doubts) return undefined
  const isRecord =
    Number(right) === Math.round(step.rightShare! * 100) &&
    Number(judged!.replaceAll(',', '')) === step.judged
  return isRecord ? undefined : `the wrong record: ${words}`
}

/** What the sentence says of a DSI that is not tested, and of what cohorts need before it. */
function standingDifference(
  words: string,
  { tested, kind, targetDsi, checkpoint }: Step,
): string | undefined {
  const isSaid = words.includes(`the D${targetDsi} forecast is not tested yet`)
  if (isSaid !== (!tested && kind !== 'check_data' && kind !== 'stopped'))
    return `untested is not said where it is so: ${words}`
  const match =
    /; to reach (\S+)% by D(\d+), cohorts need (\S+)%(?: to (\S+)%)? at D(\d+); these have (\S+)%$/.exec(
      words,
    )
  if ((match === null) !== (checkpoint === null))
    return `what cohorts need is not said where it is known: ${words}`
  if (match === null || checkpoint === null) return undefined
  const [, target, dsi, low, high = low, at, roas] = match
  if (Number(dsi) !== checkpoint.targetDsi || Number(at) !== checkpoint.dsi)
    return `the wrong DSI: ${words}`
  const { targetRoas, neededLow, neededHigh } = checkpoint
  const numbers: [string, number][] = [[target!, targetRoas], [low!, neededLow], [high!, neededHigh], [roas!, checkpoint.roas]] // prettier-ignore
  const off = numbers.find(([text, value]) => !isAbout(text, value * 100))
  return off === undefined ? undefined : `${off[0]}% is not ${off[1]}: ${words}`
}

/** Whether an amount as written, such as `−¥1,234`, `$4.67` or `$12.35M`, is the value as far as its digits go. */
function isAbout(text: string, value: number): boolean {
  const [, sign, digits, million] = /^([−-]?)\D{0,5}([\d,]*\.?\d+)(M?)$/.exec(text) ?? []
  if (digits === undefined) return false
  const scale = million === 'M' ? 1e6 : 1
  const decimals = digits.split('.')[1]?.length ?? 0
  const read = (sign === '' ? 1 : -1) * Number(digits.replaceAll(',', '')) * scale
  return Math.abs(read - value) <= 0.500001 * scale * 10 ** -decimals
}

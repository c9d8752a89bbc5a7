import type { Nature } from './plan-campaigns.ts'
import type { Chance } from './chance.ts'

/** By age: payments, with those of the first day at about 1. */
export type Decay = Float64Array

const ABOUT = 60

export function decays(networks: number, nature: Nature, ages: number, random: Chance): Decay[] {
  const exponents = Array.from({ length: networks }, () => 0.85 + 0.12 * random.normal())
  return exponents.map((exponent, network) => {
    if (nature.subscriptions) return renewals(exponent, ages)
    if (nature.ownCurve && network === 0) return scaledTo(power(0.3, ages), power(0.85, ages))
    return power(exponent, ages)
  })
}

function power(exponent: number, ages: number): Decay {
  return Float64Array.from({ length: ages }, (_, n) => (n + 1) ** -exponent)
}

/** A trial of three days, then a payment a month, plus other purchases. */
function renewals(exponent: number, ages: number): Decay {
  const retained = 0.62 + (exponent - 0.85) / 3
  return Float64Array.from(
    { length: ages },
    (_, n) =>
      0.4 * (n + 1) ** -1 + (n >= 3 && (n - 3) % 30 === 0 ? 3 * retained ** ((n - 3) / 30) : 0),
  )
}

/** Scales to the same total in 60 days. */
function scaledTo(decay: Decay, wanted: Decay): Decay {
  const sum = (values: Decay) => values.subarray(0, ABOUT).reduce((a, b) => a + b, 0)
  return decay.map(value => (value * sum(wanted)) / sum(decay))
}

/** Cumulative payments by age of installs of a platform, network and day. */
export type Mass = (platform: number, network: number, day: number) => Float64Array

const HOLIDAY = { from: 225, to: 239, times: 1.4 }
const BROKEN = { from: 190, to: 197, remaining: 0.15, platform: 0 }

/**
 * @param decay by network
 * @param isLost whether payments lost in a broken week are missing
 */
export function masses(decay: readonly Decay[], nature: Nature, isLost: boolean): Mass {
  const plain = decay.map(added)
  if (!nature.holiday && !(nature.isBroken && isLost)) return (_, network) => plain[network]!
  const cache = new Map<number, Float64Array>()
  return (platform, network, day) => {
    const key = (day * 4 + platform) * 64 + network
    let found = cache.get(key)
    if (found === undefined) {
      found = added(
        decay[network]!.map(
          (value, n) => value * season(nature, isLost && platform === BROKEN.platform, day + n),
        ),
      )
      cache.set(key, found)
    }
    return found
  }
}

function season({ holiday, isBroken }: Nature, isLost: boolean, day: number): number {
  if (holiday && day >= HOLIDAY.from && day < HOLIDAY.to) return HOLIDAY.times
  return isBroken && isLost && day >= BROKEN.from && day < BROKEN.to ? BROKEN.remaining : 1
}

function added(values: Decay): Float64Array {
  let sum = 0
  return values.map(value => (sum += value))
}

import { InvalidArgumentError } from 'commander'

/** Reads how many of something an option asks for; `beyond` says what there is for more. */
export function countUpTo(most: number, beyond = ''): (text: string) => number {
  return text => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (count < 1 || count > most) throw new InvalidArgumentError(`must be a whole number from 1 to ${most}${beyond}`)
    return count
  }
}

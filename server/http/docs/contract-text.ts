import { readFileSync } from 'node:fs'

/** The contract as text, naming the address at which this service is reached. */
export interface ContractText {
  yaml: string
  json: string
}

/** Its address in the contract. */
const SERVER = /^servers:\n *- url: (\S+)$/m

/** Reads the contract; the function it returns puts an address in place of the one that the file names. */
export function readContract(): (baseUrl: string) => ContractText {
  const yaml = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
  const named = SERVER.exec(yaml)?.[1]
  if (named === undefined) throw new Error('openapi.yaml names no server')
  let made: (ContractText & { baseUrl: string }) | null = null
  return baseUrl => {
    if (made?.baseUrl === baseUrl) return made
    const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8')) as Contract
    contract.servers[0]!.url = baseUrl
    return (made = {
      baseUrl,
      // A function: an address may hold what replacements read as more than text.
      yaml: yaml.replace(SERVER, line => line.slice(0, -named.length) + baseUrl),
      json: JSON.stringify(contract),
    })
  }
}

interface Contract {
  servers: { url: string }[]
}

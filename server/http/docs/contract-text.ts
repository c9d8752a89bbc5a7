import { readFileSync } from 'node:fs'

/** Names the service's own address. */
interface ContractText {
  yaml: string
  json: string
}

const SERVER = /^servers:\n *- url: (\S+)$/m

/** The returned function inserts an address. */
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
      // A function: `$` in an address would be special in a replacement text.
      yaml: yaml.replace(SERVER, line => line.slice(0, -named.length) + baseUrl),
      json: JSON.stringify(contract),
    })
  }
}

interface Contract {
  servers: { url: string }[]
}

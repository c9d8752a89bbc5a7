import type { Config } from './config.ts'

/** BASE_URL, else host and actual port. */
export function publicUrl(
  { baseUrl, host }: Pick<Config, 'baseUrl' | 'host'>,
  port: number | string,
): string {
  if (baseUrl !== null) return baseUrl
  const name = LOCAL[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The address at which this machine reaches a service that listens on all addresses. */
const LOCAL: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Warns that other machines can reach the service, but neither its links nor the tool endpoint. @param address the one in links */
export function unnamedHostNote(
  config: Pick<Config, 'baseUrl' | 'host' | 'allowedHosts'>,
  address: string,
): string[] {
  const { baseUrl, host, allowedHosts } = config
  if (baseUrl !== null || LOCAL[host] === undefined) return []
  const refused =
    allowedHosts.length > 0
      ? ''
      : ', and the tool endpoint refuses requests to any other name or address (403)'
  return [
    `HOST ${host} listens on all addresses, but BASE_URL is not set: links lead to ${address}, which only this machine reaches${refused}. ` +
      'Set BASE_URL to the address that clients use, such as https://uascope.example.com.',
  ]
}

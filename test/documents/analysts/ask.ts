import type { Environment, Rows } from './served.ts'

export function authorization(env: Environment): Record<string, string> {
  return { authorization: `Bearer ${env['UASCOPE_API_KEY']}` }
}

/** The body of a response, by its path below `/v1/`. Throws if the status is not 200. */
export async function bytes(env: Environment, path: string): Promise<Buffer> {
  const answer = await fetch(`${env['UASCOPE_BASE_URL']}/v1/${path}`, {
    headers: authorization(env),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return Buffer.from(await answer.arrayBuffer())
}

export async function text(env: Environment, path: string): Promise<string> {
  return String(await bytes(env, path))
}

export async function json(env: Environment, path: string): Promise<Rows> {
  return JSON.parse(await text(env, path)) as Rows
}

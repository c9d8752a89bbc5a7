import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { KeyCheck } from './s3.ts'

const ROLE = 'lake-role'
const PROFILES = '/latest/meta-data/iam/security-credentials/'

interface Issued {
  id: string
  secret: string
  token: string
  /** When they begin and end, ms. */
  at: number
  ends: number
}

/** Takes for what gives credentials on AWS: instance metadata (version 2 only), container credentials and STS's web identity. */
export interface MetadataServer {
  url: string
  /** The requests that it answered, `METHOD PATH`. */
  calls: string[]
  /** How many different credentials it has given out. */
  issued(): number
  /** Refuses every credential but those it has given out, once they have ended too. */
  check: KeyCheck
  /** From now on: every request gets this status; undefined: they are answered. */
  fail(status: number | undefined): void
  /** Ends all credentials now, before they say. */
  revoke(): void
}

export interface MetadataOptions {
  /** New credentials each this many ms; */
  rotates: number
  /** they last this much longer, ms. */
  overlap: number
}

const FORM = { 'content-type': 'text/xml' }

export async function runMetadataServer(
  { rotates, overlap }: MetadataOptions,
  onEnd: (stop: () => Promise<void>) => void,
): Promise<MetadataServer> {
  const calls: string[] = []
  const tokens = new Set<string>()
  const byId = new Map<string, Issued>()
  let current: Issued | undefined
  let failing: number | undefined

  const issue = (): Issued => {
    const now = Date.now()
    if (current === undefined || now >= current.at + rotates) {
      const random = (): string => randomBytes(12).toString('hex')
      current = {
        id: `ASIA${random()}`,
        secret: random(),
        token: `${random()}+/=`,
        at: now,
        ends: now + rotates + overlap,
      }
      byId.set(current.id, current)
    }
    return current
  }
  const asJson = ({ id, secret, token, ends }: Issued): string =>
    JSON.stringify({
      Code: 'Success',
      AccessKeyId: id,
      SecretAccessKey: secret,
      Token: token,
      Expiration: new Date(ends).toISOString(),
      RoleArn: `arn:aws:iam::123456789012:role/${ROLE}`,
    })

  const answer = async (
    request: IncomingMessage,
  ): Promise<[number, string, Record<string, string>?]> => {
    const { method, url, headers } = request
    const body = await text(request)
    calls.push(`${method} ${url}`)
    if (failing !== undefined) return [failing, '']
    if (method === 'PUT' && url === '/latest/api/token') {
      if (headers['x-aws-ec2-metadata-token-ttl-seconds'] === undefined) return [400, '']
      const token = randomBytes(12).toString('hex')
      tokens.add(token)
      return [200, token]
    }
    if (method === 'GET' && url?.startsWith(PROFILES)) {
      if (!tokens.has(String(headers['x-aws-ec2-metadata-token']))) return [401, '']
      return url === PROFILES
        ? [200, ROLE]
        : url === PROFILES + ROLE
          ? [200, asJson(issue())]
          : [404, '']
    }
    if (method === 'GET' && url === '/container')
      return headers.authorization === 'pod token' ? [200, asJson(issue())] : [403, '']
    const form = new URLSearchParams(body)
    if (method === 'POST' && form.get('Action') === 'AssumeRoleWithWebIdentity') {
      if (form.get('WebIdentityToken') !== 'a web token' || !form.get('RoleArn')?.endsWith(ROLE))
        return [403, '']
      return [200, assumed(issue()), FORM]
    }
    return [404, '']
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [status, body, headers] = await answer(request)
    response.writeHead(status, headers).end(body)
  }
  const server = createServer(
    (request, response) => void respond(request, response).catch(() => response.destroy()),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onEnd(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    issued: () => byId.size,
    check(id, token) {
      const issued = byId.get(id)
      if (issued === undefined) return { code: 'InvalidAccessKeyId' }
      if (issued.token !== token) return { code: 'InvalidToken' }
      return Date.now() >= issued.ends ? { code: 'ExpiredToken' } : { secret: issued.secret }
    },
    fail: status => void (failing = status),
    revoke() {
      byId.clear()
      current = undefined
    },
  }
}

function assumed({ id, secret, token, ends }: Issued): string {
  return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
    <Credentials><AccessKeyId>${id}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey><SessionToken>${token}</SessionToken>
    <Expiration>${new Date(ends).toISOString()}</Expiration></Credentials>
    <AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/${ROLE}/s</Arn><AssumedRoleId>ARO:s</AssumedRoleId></AssumedRoleUser>
    </AssumeRoleWithWebIdentityResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></AssumeRoleWithWebIdentityResponse>`
}

/** Checks of blocks that are not commands. Each throws if it fails. */

import { deepStrictEqual, equal, match, ok } from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Block } from '../../support/blocks.ts'
import { root } from '../../support/pages.ts'
import type { Demo } from './places.ts'

/** That the tools answer at the address and to the header that a host is given, however it writes them. */
export async function callsTools({ text, language }: Block, { url, key }: Demo): Promise<void> {
  if (language !== 'sh') parse(text)
  const address = /http:\/\/127\.0\.0\.1:8080\/\S*?(?=["'\s])/
    .exec(text)![0]
    .replace('http://127.0.0.1:8080', url)
  const authorization = /Bearer (\$\w+|\$\{[\w:-]+\}|uascope_\.\.\.)/.exec(text)!
  match(text, /Authorization/)
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: authorization[0].replace(authorization[1]!, key),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  equal(answer.status, 200)
  match(await answer.text(), /svc_get_report/)
}

/** That the service has each line that a start is said to say. */
export function saysAtStart({ text }: Block, { key }: Demo): void {
  const sources = ['server/main.ts', 'server/demo/load-demo.ts']
    .map(name => readFileSync(join(root, name), 'utf8'))
    .join('')
  for (const line of text.trimEnd().split('\n')) {
    const [, said, value] = /^(.*?: |Listening on )(\S+)(?: \(.+\))?$/.exec(line)!
    ok(sources.includes(said!), line)
    if (value!.startsWith('uascope_')) equal(value!.length, key.length, line)
    else match(value!, /^http:\/\/127\.0\.0\.1:8080\/?$/)
  }
}

/** That it is what this repository's package.json says. */
export function pins({ text }: Block): void {
  const { overrides } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    overrides: object
  }
  deepStrictEqual((JSON.parse(text) as { overrides: object }).overrides, overrides)
}

/** Checks that the npm scripts and files named by commands that are not run exist. */
export function namesWhatIsThere({ text }: Block): void {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const [, name] of text.matchAll(/npm run (?:-s )?([\w:-]+)/g))
    ok(name! in scripts, `npm run ${name}`)
  for (const [name, top] of text.matchAll(/\b([\w-]+)(?:\/[\w-]+)+(?:\.\w+)+/g))
    ok(!existsSync(join(root, top!)) || existsSync(join(root, name)), name)
}

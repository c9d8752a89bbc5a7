import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import t from 'tap'
import { readConfig } from '../../server/process/config.ts'
import { createService } from '../../server/service.ts'

const root = resolve(import.meta.dirname, '../..')

t.test('the smallest delivery of the page imports, and is served', async t => {
  const page = await readFile(join(root, 'server/delivery/README.md'), 'utf8')
  const [, block] = /## The smallest one that imports.*?```sh\n(.*?)```/s.exec(page)!
  const folder = await mkdtemp(join(tmpdir(), 'uascope-tiny-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  // Where the reader stands is the repository; what the block writes goes elsewhere here.
  const script = `set -eu\nnpm() { (cd ${root} && DATA_DIR=${folder}/tiny-store command npm "$@"); }\n${block!.replace('import tiny', `import ${folder}/tiny`)}`
  const said = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const key = said.trim().split('\n').at(-1)!
  t.match(key, /^uascope_/)
  const service = await createService(readConfig({ DATA_DIR: join(folder, 'tiny-store'), LOG_LEVEL: 'silent', PORT: '0' }))
  t.teardown(() => service.stop())
  const query = 'appId=70&granularity=campaign&metrics=spend,roas&dsiValues=7&format=csv'
  const { payload } = await service.server.inject({ url: `/v1/report?${query}`, headers: { authorization: `Bearer ${key}` } })
  t.match(payload, /IOS,Meta Ads,US broad,100.0,0.45\n$/)
})

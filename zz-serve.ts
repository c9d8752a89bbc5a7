import { companies } from './server/demo/apps.ts'
import { readConfig } from './server/process/config.ts'
import { createService } from './server/service.ts'
import { writeFileSync } from 'node:fs'
const NOW = new Date('2026-11-23T12:00:00Z')
const config = readConfig({ DATA_DIR: '/tmp/shots-views/data', PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', RATE_LIMIT: '1000' })
const service = await createService(config, { clock: () => NOW })
const { key } = await service.keys.create({ companyId: companies[0].id })
await service.server.start()
writeFileSync('/tmp/shots-views/demo.json', JSON.stringify({ url: service.server.info.uri + '/', key }))
console.log('up')
setInterval(() => {}, 1e6)

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Attack, AttackReport } from './attack.ts'

const ATTACK = fileURLToPath(new URL('attack.ts', import.meta.url))

export interface RunningAttack {
  /** Since the last report. */
  report(): Promise<AttackReport>
  stop(): Promise<void>
}

export async function startAttack(attack: Attack): Promise<RunningAttack> {
  const child = fork(ATTACK, { execArgv: ['--import', 'tsx'] })
  child.send(attack)
  const report = async (): Promise<AttackReport> => {
    child.send('report')
    return ((await once(child, 'message')) as [AttackReport])[0]
  }
  return {
    report,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

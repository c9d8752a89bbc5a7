import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { CHDB } from './clickhouse-runtime.ts'

/** A process with ClickHouse's engine: runs one statement after another, each of which names its format, and writes the result into a file. */

export interface Statement {
  id: number
  text: string
  file: string
}

export type Reply = { id: number } & ({ rowsRead: number; bytesRead: number } | { error: string })

interface Chdb {
  queryAsync(text: string): Promise<{ rowsRead: number; bytesRead: number; bytes(): Uint8Array }>
}

const chdb = createRequire(import.meta.url)(CHDB) as Chdb

let turn = Promise.resolve()

process.on('message', (statement: Statement) => {
  turn = turn.then(() => run(statement))
})
// Its own exit would end in a crash of the engine.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function run({ id, text, file }: Statement): Promise<void> {
  const reply = (message: Reply): void => void process.send!(message)
  try {
    const result = await chdb.queryAsync(text)
    await writeFile(file, result.bytes())
    reply({ id, rowsRead: result.rowsRead, bytesRead: result.bytesRead })
  } catch (error) {
    reply({ id, error: (error as Error).message })
  }
}

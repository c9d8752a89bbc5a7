import {
  type AuditEntry,
  auditEntry,
  type AuditLog,
} from '../../../../../server/core/access/audit.ts'
import { EMPTY_CATALOG } from '../../../../../server/core/model/catalog.ts'
import type { Engine } from '../suites/engine.ts'
import { memoryDestination } from './memory-destination.ts'
import { type Memory, openMemoryStore } from './memory-store.ts'

/** Rows in this process's memory: the least that an engine has to do. */
export const memoryEngine: Engine = {
  without: {
    leftovers: 'what a process keeps in memory ends with it',
    lostLock: 'locks are kept by the process that holds them',
    disk: 'it keeps nothing on a disk',
  },
  async empty(_t, folder) {
    const memory: Memory = { catalog: EMPTY_CATALOG, segments: new Map(), retired: [] }
    const audit = memoryLog()
    const imports = memoryDestination(memory, folder)
    return {
      open: async () => ({
        imports,
        audit,
        openStore: () => openMemoryStore(memory, folder),
        close: async () => undefined,
      }),
      content: async () =>
        [...memory.segments].map(([file, rows]) => `${file}: ${rows.length} rows`),
    }
  },
}

function memoryLog(): AuditLog {
  const entries: AuditEntry[] = []
  return {
    append: async event => void entries.push(auditEntry(event, Date.now)),
    async *entries() {
      yield* entries
    },
    erase: async () => 0,
    prune: async () => 0,
  }
}

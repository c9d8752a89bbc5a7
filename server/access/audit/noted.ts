import type { Actor, AuditAction, AuditEvent, AuditLog } from './audit-log.ts'

/** What ends somebody's rights: a full disk must not keep them alive. */
const TAKES_AWAY: ReadonlySet<AuditAction> = new Set(['key.revoked', 'user.removed', 'access.revoked', 'company.removed'])

/**
 * Does something and notes it. The entry is written first, so that nothing that was done is missing, however the process ends; an
 * act that fails then gets a second one, `.failed`. What cannot be noted is not done, but for what takes rights away: that is done,
 * and rejects afterwards with an Error that says so.
 */
export async function noted<Result>(log: AuditLog, event: AuditEvent & { actor: Actor }, act: () => Promise<Result>): Promise<Result> {
  const fault = await log.append(event).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  if (fault !== null && !TAKES_AWAY.has(event.action)) {
    throw new Error(`the audit log cannot be written, without which nothing is done: ${reason(fault.error)}`, { cause: fault.error })
  }
  const result = await act().catch(async (error: unknown) => {
    const failed = `${event.action}.failed` as AuditAction
    await log.append({ ...event, action: failed }).catch(() => undefined)
    throw error
  })
  if (fault === null) return result
  throw new Error(`done (${event.action} ${event.target}), but the audit log cannot be written: ${reason(fault.error)}`, {
    cause: fault.error,
  })
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

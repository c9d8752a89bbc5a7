import { useLayoutEffect, useState } from 'preact/hooks'
import type { Host, Reply } from './host.ts'
import type { AnyTool, PartialArguments } from './read-result.ts'

/** Calls of this view, so that reopening needs no call. */
const calls = new Map<string, Promise<Reply<AnyTool>>>()

export interface Called<Name extends AnyTool> {
  /** Null until it arrives, or without a request. */
  reply: Reply<Name> | null
  again: () => void
}

/**
 * A tool's reply, requested once per arguments.
 * @param args null: no request
 * @param run requested again for another run
 */
export function useCall<Name extends AnyTool>(
  host: Host,
  tool: Name,
  args: PartialArguments<Name> | null,
  run: unknown = null,
): Called<Name> {
  const key = args === null || !host.can.call ? null : JSON.stringify([tool, args, run])
  const [came, setCame] = useState<{ key: string; reply: Reply<Name> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  // Before the next frame is drawn, if the reply is known.
  useLayoutEffect(() => {
    if (key === null) return
    let isCurrent = true
    const call = (calls.get(key) as Promise<Reply<Name>> | undefined) ?? host.call(tool, args!)
    calls.set(key, call)
    void call.then(reply => isCurrent && setCame({ key, reply }))
    return () => void (isCurrent = false)
  }, [key, attempt])
  return {
    reply: came !== null && came.key === key ? came.reply : null,
    again() {
      if (key !== null) calls.delete(key)
      setCame(null)
      setAttempt(attempt + 1)
    },
  }
}

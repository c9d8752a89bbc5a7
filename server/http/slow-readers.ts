import { readFile, readlink } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface SlowReaderBounds {
  /** Bytes a second that a caller must take of an answer, on average over `patience`. */
  leastRate?: number
  /** Milliseconds. */
  patience?: number
  /** Milliseconds between two looks. */
  interval?: number
}

/** What Node knows of a socket and does not tell otherwise; a part of its queue may be with the system already. */
interface SocketHandle {
  fd?: number
  bytesWritten: number
  writeQueueSize: number
}

/** A caller who has not taken everything yet. */
interface Reading {
  since: number
  /** Bytes taken by then. */
  taken: number
}

const LEAST_RATE = 4096
const PATIENCE = 60_000
const INTERVAL = 5000

/**
 * Ends connections whose callers take their answers too slowly, whatever these are: a file stays open, and a list in memory, until
 * the last byte is taken. Only the time counts in which bytes are ready for the caller.
 */
export function endSlowReaders(
  listener: Server,
  { leastRate = LEAST_RATE, patience = PATIENCE, interval = INTERVAL }: SlowReaderBounds = {},
): void {
  const sockets = new Map<Socket, Reading | null>()
  listener.on('connection', (socket: Socket) => {
    sockets.set(socket, null)
    socket.once('close', () => sockets.delete(socket))
  })

  const look = async () => {
    for (const socket of sockets.keys()) if (!isWaiting(socket)) sockets.set(socket, null)
    const waiting = [...sockets.keys()].filter(isWaiting)
    if (waiting.length === 0) return
    const queues = await sendQueues()
    const now = performance.now()
    for (const socket of waiting) {
      const handle = handleOf(socket)
      if (handle === null) continue
      const delivering = queues.get(await inodeOf(handle)) ?? 0
      const known = sockets.get(socket)
      if (known === undefined) continue
      const taken = handle.bytesWritten - handle.writeQueueSize - delivering
      const reading = known ?? { since: now, taken }
      const time = now - reading.since
      if (time < patience) sockets.set(socket, reading)
      else if (taken - reading.taken >= (leastRate * time) / 1000) sockets.set(socket, { since: now, taken })
      else socket.destroy()
    }
  }
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    timer = setTimeout(() => void look().then(wait), interval).unref()
  }
  listener.once('listening', wait)
  listener.once('close', () => clearTimeout(timer))
}

function handleOf(socket: Socket): SocketHandle | null {
  return (socket as unknown as { _handle: SocketHandle | null })._handle
}

function isWaiting(socket: Socket): boolean {
  return socket.writableLength > 0 || (handleOf(socket)?.writeQueueSize ?? 0) > 0
}

/**
 * Bytes that the system has taken but not delivered, by the inode of their socket: it takes more only every now and then, by the
 * megabyte, so that without them a slow caller looks like a stalled one. Linux only.
 */
async function sendQueues(): Promise<Map<string, number>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map(name => readFile(`/proc/self/net/${name}`, 'utf8').catch(() => '')))
  return new Map(
    tables
      .flatMap(table => table.split('\n').slice(1, -1))
      .map(line => {
        const [, , , , queues, , , , , inode] = line.trim().split(/\s+/)
        return [inode!, Number.parseInt(queues!, 16)]
      }),
  )
}

async function inodeOf({ fd }: SocketHandle): Promise<string> {
  return /\d+/.exec(await readlink(`/proc/self/fd/${fd}`).catch(() => ''))?.[0] ?? ''
}

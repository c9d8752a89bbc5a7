import { readFile, readlink } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface SlowReaderBounds {
  /** Minimum bytes a second, averaged over `patience`. */
  leastRate?: number
  /** Milliseconds. */
  patience?: number
  /** Interval of checks, ms. */
  interval?: number
}

/** Node's undocumented socket fields; part of the queue may be in the kernel. */
interface SocketHandle {
  fd?: number
  bytesWritten: number
  writeQueueSize: number
}

interface Reading {
  since: number
  /** Bytes sent by then. */
  taken: number
}

const MIN_RATE = 4096
const PATIENCE = 60_000
const INTERVAL = 5000

/** Closes connections that read too slowly: files and lists stay open until the last byte. Counts only time with bytes ready. */
export function endSlowReaders(
  listener: Server,
  { leastRate = MIN_RATE, patience = PATIENCE, interval = INTERVAL }: SlowReaderBounds = {},
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
 * Unacknowledged bytes in the kernel by socket inode (Linux). The kernel drains in bursts of megabytes, so without them a slow reader looks
 * stalled.
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

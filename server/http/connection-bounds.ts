import type { Socket } from 'node:net'
import { counter, gauge, type Metric } from '../core/runtime/metric.ts'
import { networkOf } from './addresses.ts'

export interface ConnectionLimits {
  /** Maximum connections, which leaves file descriptors for files. */
  most?: number
  /** Maximum connections of an address. */
  ofAddress?: number
}

const MAX_CONNECTIONS = 4096
const MAX_OF_ADDRESS = 1024

/** Limits connections, in total and by address. A new one replaces the one that has been idle for longest; without any it is refused. */
export class ConnectionBounds {
  readonly #limits: Required<ConnectionLimits>
  readonly #isByAddress: boolean
  /** With their addresses; like those of an address in the order in which they became idle. */
  readonly #all = new Map<Socket, string>()
  readonly #ofAddress = new Map<string, Set<Socket>>()
  readonly #active = new WeakSet<Socket>()
  readonly #cut = { idle: 0, new: 0 }

  /** @param trustProxy all connections belong to the proxy, which limits its callers */
  constructor(limits: ConnectionLimits = {}, trustProxy = false) {
    this.#limits = { most: MAX_CONNECTIONS, ofAddress: MAX_OF_ADDRESS, ...limits }
    this.#isByAddress = !trustProxy
  }

  /** Returns false if the connection was refused. */
  admit(socket: Socket): boolean {
    const address = this.#isByAddress ? networkOf(socket.remoteAddress ?? '') : 'proxy'
    if (!this.#makeRoom(address)) {
      this.#cut.new++
      socket.destroy()
      return false
    }
    this.#place(socket, address)
    socket.once('close', () => this.#remove(socket))
    return true
  }

  /** Call when a request's headers are complete. */
  begin(socket: Socket): void {
    this.#active.add(socket)
  }

  finish(socket: Socket): void {
    this.#active.delete(socket)
    const address = this.#remove(socket)
    // Undefined: it was closed.
    if (address !== undefined) this.#place(socket, address)
  }

  metrics(): Metric[] {
    return [
      gauge('uascope_connections_open', 'Open connections.', this.#all.size),
      ...(['idle', 'new'] as const).map(kind =>
        counter(
          'uascope_connections_cut_total',
          'Idle connections closed to make room, and new ones refused.',
          this.#cut[kind],
          { kind },
        ),
      ),
    ]
  }

  #makeRoom(address: string): boolean {
    const { most, ofAddress } = this.#limits
    const own = this.#ofAddress.get(address)
    if (this.#isByAddress && own !== undefined && own.size >= ofAddress)
      return this.#closeIdle(own.keys())
    return this.#all.size < most || this.#closeIdle(this.#all.keys())
  }

  #closeIdle(sockets: Iterable<Socket>): boolean {
    for (const socket of sockets) {
      if (this.#active.has(socket)) continue
      this.#cut.idle++
      // Immediately, rather than when the socket has closed.
      this.#remove(socket)
      socket.destroy()
      return true
    }
    return false
  }

  #place(socket: Socket, address: string): void {
    const own = this.#ofAddress.get(address) ?? new Set()
    this.#all.set(socket, address)
    this.#ofAddress.set(address, own.add(socket))
  }

  #remove(socket: Socket): string | undefined {
    const address = this.#all.get(socket)
    if (address === undefined) return undefined
    this.#all.delete(socket)
    const own = this.#ofAddress.get(address)!
    own.delete(socket)
    if (own.size === 0) this.#ofAddress.delete(address)
    return address
  }
}

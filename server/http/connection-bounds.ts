import type { Socket } from 'node:net'
import { counter, gauge, type Metric } from '../core/runtime/metric.ts'
import { networkOf } from './addresses.ts'

export interface ConnectionLimits {
  /** Maximum connections, which leaves file descriptors for files. */
  most?: number
  /** Maximum connections of an address. */
  ofAddress?: number
  /** Maximum connections of an address without a finished request, once the oldest has waited for `grace` ms: a burst of new ones is accepted. */
  unfinished?: number
  grace?: number
}

const MAX_CONNECTIONS = 4096
const MAX_OF_ADDRESS = 1024
const MAX_UNFINISHED = 256
const GRACE = 1000

/** In the order of closing: without a finished request, with one, and with a valid key or login. */
const RANKS = ['unfinished', 'stranger', 'known'] as const
type Rank = 0 | 1 | 2

interface Connection {
  socket: Socket
  address: string
  rank: Rank
  isBusy: boolean
  /** In ms of `performance.now`. */
  since: number
}

/** Connections by rank, those idle longest first. */
class Ranks {
  readonly sets: readonly [Set<Connection>, Set<Connection>, Set<Connection>] = [
    new Set(),
    new Set(),
    new Set(),
  ]

  get size(): number {
    return this.sets[0].size + this.sets[1].size + this.sets[2].size
  }

  /** The connection to close first; undefined if all are active. */
  first(): Connection | undefined {
    for (const set of this.sets)
      for (const connection of set) if (!connection.isBusy) return connection
    return undefined
  }
}

/**
 * Limits connections, in total and by address. A new one replaces the least useful: one that never finished a request, oldest first;
 * then an idle one; those with a valid key last.
 */
export class ConnectionBounds {
  readonly #limits: Required<ConnectionLimits>
  readonly #isByAddress: boolean
  readonly #all = new Ranks()
  readonly #ofAddress = new Map<string, Ranks>()
  readonly #bySocket = new WeakMap<Socket, Connection>()
  readonly #cut = [0, 0, 0, 0]

  /** @param trustProxy all connections belong to the proxy, which limits its callers */
  constructor(limits: ConnectionLimits = {}, trustProxy = false) {
    this.#limits = {
      most: MAX_CONNECTIONS,
      ofAddress: MAX_OF_ADDRESS,
      unfinished: MAX_UNFINISHED,
      grace: GRACE,
      ...limits,
    }
    this.#isByAddress = !trustProxy
  }

  /** Returns false if the connection was refused. */
  admit(socket: Socket): boolean {
    const address = networkOf(socket.remoteAddress ?? '')
    const own = this.#ofAddress.get(address) ?? new Ranks()
    if (!this.#makeRoom(own)) {
      this.#cut[RANKS.length]!++
      socket.destroy()
      return false
    }
    const connection: Connection = {
      socket,
      address,
      rank: 0,
      isBusy: false,
      since: performance.now(),
    }
    this.#ofAddress.set(address, own)
    this.#bySocket.set(socket, connection)
    for (const ranks of [this.#all, own]) ranks.sets[0].add(connection)
    socket.once('close', () => this.#remove(connection))
    return true
  }

  /** Call when a request's headers are complete. */
  begin(socket: Socket): void {
    const connection = this.#bySocket.get(socket)
    if (connection !== undefined) connection.isBusy = true
  }

  finish(socket: Socket): void {
    const connection = this.#bySocket.get(socket)
    if (connection === undefined) return
    connection.isBusy = false
    this.#place(connection, connection.rank === 0 ? 1 : connection.rank)
  }

  /** Call when the request's key or login is valid. */
  know(socket: Socket): void {
    const connection = this.#bySocket.get(socket)
    if (connection !== undefined && connection.rank !== 2) this.#place(connection, 2)
  }

  metrics(): Metric[] {
    return [
      ...RANKS.map((kind, rank) =>
        gauge(
          'uascope_connections_open',
          'Open connections by what they did.',
          this.#all.sets[rank]!.size,
          { kind },
        ),
      ),
      ...[...RANKS, 'new'].map((kind, rank) =>
        counter(
          'uascope_connections_cut_total',
          'Connections closed to make room, and new ones refused.',
          this.#cut[rank]!,
          { kind },
        ),
      ),
    ]
  }

  #makeRoom(own: Ranks): boolean {
    const { most, ofAddress, unfinished, grace } = this.#limits
    if (this.#isByAddress) {
      const [oldest] = own.sets[0]
      if (own.size >= ofAddress) {
        if (!this.#cutFirst(own)) return false
      } else if (own.sets[0].size >= unfinished && performance.now() - oldest!.since > grace)
        this.#cutFirst(own)
    }
    return this.#all.size < most || this.#cutFirst(this.#all)
  }

  #cutFirst(ranks: Ranks): boolean {
    const connection = ranks.first()
    if (connection === undefined) return false
    this.#cut[connection.rank]!++
    // Immediately, rather than when the socket has closed.
    this.#remove(connection)
    connection.socket.destroy()
    return true
  }

  #place(connection: Connection, rank: Rank): void {
    const own = this.#ofAddress.get(connection.address)
    // It was closed.
    if (own === undefined || !this.#all.sets[connection.rank].delete(connection)) return
    own.sets[connection.rank].delete(connection)
    connection.rank = rank
    for (const ranks of [this.#all, own]) ranks.sets[rank].add(connection)
  }

  #remove(connection: Connection): void {
    if (!this.#all.sets[connection.rank].delete(connection)) return
    const own = this.#ofAddress.get(connection.address)!
    own.sets[connection.rank].delete(connection)
    if (own.size === 0) this.#ofAddress.delete(connection.address)
  }
}

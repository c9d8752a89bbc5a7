import { connect, type Socket } from 'node:net'
import { AnswerReader, type Answer } from './answer-reader.ts'

export type Outcome = Answer | { failed: string }

interface Sent {
  bytes: string
  done: (outcome: Outcome) => void
  again?: true
}

interface Connection {
  socket: Socket
  reader: AnswerReader
  sent: Sent | undefined
  /** True after the first response: the server may have closed it since. */
  used: boolean
}

/** Keep-alive connections to one address, opened on demand. If all are busy, a request waits for the first free one. */
export class Connections {
  readonly #host: string
  readonly #port: number
  readonly #most: number
  readonly #localAddress: string | undefined
  readonly #open = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting: Sent[] = []

  /** @param localAddress where the connections come from, such as 127.0.0.2 */
  constructor(url: string, most: number, localAddress?: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
    this.#most = most
    this.#localAddress = localAddress
  }

  get count(): number {
    return this.#open.size
  }

  send(bytes: string, done: (outcome: Outcome) => void): void {
    this.#take({ bytes, done })
  }

  close(): void {
    this.#waiting.length = 0
    for (const connection of this.#open) {
      connection.sent = undefined
      connection.socket.destroy()
    }
  }

  #take(sent: Sent): void {
    const connection = this.#idle.pop() ?? (this.#open.size < this.#most ? this.#connect() : undefined)
    if (connection === undefined) this.#waiting.push(sent)
    else this.#write(connection, sent)
  }

  #write(connection: Connection, sent: Sent): void {
    connection.sent = sent
    connection.socket.write(sent.bytes, 'latin1')
  }

  #connect(): Connection {
    const socket = connect({
      host: this.#host,
      port: this.#port,
      noDelay: true,
      ...(this.#localAddress !== undefined && { localAddress: this.#localAddress }),
    })
    const reader = new AnswerReader(answer => this.#answered(connection, answer))
    const connection: Connection = { socket, reader, sent: undefined, used: false }
    this.#open.add(connection)
    socket.on('data', bytes => {
      try {
        reader.read(bytes)
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    let reason = 'closed'
    socket.on('error', (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message))
    socket.once('close', () => this.#closed(connection, reason))
    return connection
  }

  #answered(connection: Connection, answer: Answer): void {
    const { done } = connection.sent!
    connection.sent = undefined
    connection.used = true
    if (answer.last) connection.socket.destroy()
    else {
      const next = this.#waiting.shift()
      if (next === undefined) this.#idle.push(connection)
      else this.#write(connection, next)
    }
    done(answer)
  }

  #closed(connection: Connection, reason: string): void {
    this.#open.delete(connection)
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    const { sent } = connection
    // A server may close an idle connection just as a request is sent; every client retries then.
    if (sent !== undefined && connection.used && !connection.reader.begun && !sent.again) this.#take({ ...sent, again: true })
    else sent?.done({ failed: reason })
    const next = this.#waiting.length > 0 && this.#open.size < this.#most ? this.#waiting.shift() : undefined
    if (next !== undefined) this.#take(next)
  }
}

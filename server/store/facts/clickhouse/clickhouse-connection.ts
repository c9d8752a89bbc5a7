import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { sql, type Sql } from '../../../core/model/sql.ts'
import type { ClickhouseConfig } from '../../../core/runtime/lake-config.ts'
import { StoreTimeout, StoreUnavailable } from '../../../core/model/store.ts'
import type { Work } from '../../../core/runtime/work.ts'

/** Seconds; exceeds any caller's wait, in case the query cannot be canceled. */
const MAX_SECONDS = 300

/** Maximum size, bytes, of a result before compression; DuckDB's spill has the same limit. */
const MAX_RESULT_BYTES = 4e9

/** Connection timeout, ms. */
const CONNECT_MS = 5000
const KILL_MS = 2000

/** A filter may have many identities. */
const MAX_QUERY_BYTES = 64 * 2 ** 20
const MAX_ELEMENTS = 5_000_000

export type Asker = Pick<Work, 'signal' | 'requestId'>

/** ClickHouse could not run a query. `code` is its error number, if any. */
export class ClickhouseUnavailable extends StoreUnavailable {
  override name = 'ClickhouseUnavailable'
  readonly code: number | undefined

  constructor(message: string, code?: number, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export class Clickhouse {
  readonly #client: ClickHouseClient
  readonly #settings: ClickHouseSettings
  #up = true

  constructor({ url, user, password, cluster, memory }: Omit<ClickhouseConfig, 'collection'>) {
    this.#settings = settingsOf(memory, cluster !== null)
    this.#client = createClient({
      url,
      username: user,
      password,
      application: 'uascope',
      request_timeout: (MAX_SECONDS + 10) * 1000,
      http_agent: agentOf(url),
      // Errors are logged with the failed request.
      log: { level: ClickHouseLogLevel.OFF },
    })
  }

  /** Whether the last query succeeded. */
  up(): boolean {
    return this.#up
  }

  /** Writes the result as Parquet into a new file. */
  async fetch(query: Sql, path: string, asker: Asker): Promise<void> {
    await this.#run(sql`${query} FORMAT Parquet`, asker, result =>
      pipeline(result, createWriteStream(path, { flags: 'wx', mode: 0o600 })),
    )
  }

  /** Few rows; large integers are text. */
  async rows(query: Sql, asker: Asker): Promise<Record<string, unknown>[]> {
    const lines = await this.#run(sql`${query} FORMAT JSONEachRow`, asker, result => text(result))
    return lines
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  }

  async close(): Promise<void> {
    await this.#client.close()
  }

  /** Ending the work ends the query too. */
  async #run<Result>(
    query: Sql,
    { signal, requestId }: Asker,
    take: (result: Readable) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted()
    const id = [
      'uascope',
      ...(requestId === undefined ? [] : [requestId]),
      randomBytes(6).toString('hex'),
    ].join('-')
    try {
      const { stream } = await this.#client.exec({
        query,
        query_id: id,
        abort_signal: signal,
        clickhouse_settings: this.#settings,
      })
      const result = await take(addAbortSignal(signal, stream))
      this.#up = true
      return result
    } catch (error) {
      if (signal.aborted) {
        void this.#kill(id)
        throw signal.reason
      }
      // Errors of the local disk are the node's own.
      if (
        /^(ENOSPC|EDQUOT|EIO|EROFS|ENOENT|EEXIST)$/.test(
          (error as NodeJS.ErrnoException).code ?? '',
        )
      )
        throw error
      this.#up = false
      throw storeError(error, id)
    }
  }

  /** Closing the connection usually ends the query, but not behind every proxy. */
  async #kill(id: string): Promise<void> {
    const query = sql`KILL QUERY WHERE query_id = {id:String} ASYNC`
    await this.#client
      .command({ query, query_params: { id }, abort_signal: AbortSignal.timeout(KILL_MS) })
      .catch(() => undefined)
  }
}

function settingsOf(memory: number, distributed: boolean): ClickHouseSettings {
  return {
    prefer_column_name_to_alias: 1,
    cast_keep_nullable: 1,
    enable_extended_results_for_datetime_functions: 1,
    // A file with missing columns must fail rather than give smaller sums.
    input_format_parquet_allow_missing_columns: 0,
    input_format_null_as_default: 0,
    engine_file_empty_if_not_exists: 0,
    engine_file_skip_empty_files: 0,
    s3_skip_empty_files: 0,
    s3_throw_on_zero_files_match: 1,
    s3_ignore_file_doesnt_exist: 0,
    skip_unavailable_shards: 0,
    use_cache_for_count_from_files: 0,
    ...(distributed && {
      // A run's facts are one file: servers share its row groups, which this cache does not distinguish (ClickHouse issue 104288).
      cluster_table_function_split_granularity: 'bucket',
      use_query_condition_cache: 0,
      // Without it a join on a cluster finds no rows (46646).
      enable_analyzer: 1,
    }),
    max_execution_time: MAX_SECONDS,
    max_memory_usage: String(memory),
    max_bytes_before_external_group_by: String(Math.floor(memory / 2)),
    max_result_bytes: String(MAX_RESULT_BYTES),
    result_overflow_mode: 'throw',
    max_query_size: String(MAX_QUERY_BYTES),
    max_ast_elements: String(MAX_ELEMENTS),
    max_expanded_ast_elements: String(MAX_ELEMENTS),
    output_format_parquet_compression_method: 'snappy',
    // Otherwise an error after the first bytes would become part of the file.
    wait_end_of_query: 1,
    readonly: '2',
    cancel_http_readonly_queries_on_client_close: 1,
  }
}

/** The library has no connection timeout. */
function agentOf(url: string): http.Agent {
  const isSecure = url.startsWith('https:')
  const agent = isSecure
    ? new https.Agent({ keepAlive: true })
    : new http.Agent({ keepAlive: true })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...args) => {
    const socket = connect(...args) as Socket
    const timer = setTimeout(
      () => socket.destroy(new Error(`no connection within ${CONNECT_MS / 1000} s`)),
      CONNECT_MS,
    )
    for (const event of [isSecure ? 'secureConnect' : 'connect', 'close'])
      socket.once(event, () => clearTimeout(timer))
    return socket
  }
  return agent
}

const TIMEOUT_EXCEEDED = 159

function storeError(error: unknown, queryId: string): StoreUnavailable | StoreTimeout {
  const about = `(query ${queryId})`
  if (!(error instanceof ClickHouseError)) {
    const { message, code } = error as NodeJS.ErrnoException
    return new ClickhouseUnavailable(
      `ClickHouse does not respond: ${message || (code ?? 'an error without text')} ${about}`,
      undefined,
      {
        cause: error,
      },
    )
  }
  const { code, type = 'UNKNOWN', message } = error
  // ClickHouse's full disk is not the service's.
  const reason = message.trim().replaceAll('No space left on device', 'its disk is full')
  const text = `ClickHouse refused with code ${code}, ${type}: ${reason} ${about}`
  return Number(code) === TIMEOUT_EXCEEDED
    ? new StoreTimeout(text)
    : new ClickhouseUnavailable(text, Number(code))
}

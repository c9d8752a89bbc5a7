import type { DuckDBConnection } from '@duckdb/node-api'
import { joined, literal, readPath, sql } from '../model/sql.ts'

/** What a DuckDB may open from now on, beside its folder for what does not fit into memory. */
export interface Reach {
  /** Single files. */
  files?: readonly string[]
  directories?: readonly string[]
}

/**
 * Locks a DuckDB in for good: whatever SQL it is given, it opens nothing beyond its reach, loads no extension and changes no
 * setting. A link leads nowhere else: DuckDB looks at where a path really ends.
 */
export async function lockIn(connection: DuckDBConnection, { files = [], directories = [] }: Reach): Promise<void> {
  // A path is looked up as the pattern that stands for it, and then opened by its name: both must be within reach.
  const both = (paths: readonly string[]) => joined(paths.flatMap(path => [literal(path), readPath(path)]))
  await connection.run(sql`SET allowed_paths = [${both(files)}]::VARCHAR[]`)
  await connection.run(sql`SET allowed_directories = [${both(directories)}]::VARCHAR[]`)
  await connection.run(sql`SET enable_external_access = false`)
  await connection.run(sql`SET lock_configuration = true`)
}

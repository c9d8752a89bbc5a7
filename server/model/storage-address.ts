export interface StorageAddress {
  dataDir: string
  /** `mysql://...`; null: the embedded store. */
  databaseUrl: string | null
  /** Data files; the database then holds only the catalog. Null: in the database. */
  lake?: LakeAddress | null
}

export interface LakeAddress {
  url: string
  /** `https://HOST[:PORT]` of S3-compatible storage; null: AWS. */
  endpoint: string | null
  region: string
  /** Null: a folder needs none; a bucket uses the credential chain of AWS's tools. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
  /** Maximum bytes of the cache; null: most of the free space. */
  cacheSize: number | null
  keepDays: number
  /** Computes sums; null: DuckDB in the node does. */
  clickhouse?: ClickhouseAddress | null
}

export interface ClickhouseAddress {
  /** `http(s)://HOST:PORT`. */
  url: string
  user: string
  password: string
  /** Null: a single server. */
  cluster: string | null
  /** Named collection with the lake's address and keys; null: a folder needs none. */
  collection: string | null
  /** Bytes per query and server. */
  memory: number
}

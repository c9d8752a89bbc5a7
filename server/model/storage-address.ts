/** Where everything is kept: under a data directory, or in the database of this address (then the directory holds built files). */
export interface StorageAddress {
  dataDir: string
  /** `mysql://...`; null: the embedded store. */
  databaseUrl: string | null
  /** Where data files are, of which the database then holds the catalog alone; null: in the database. */
  lake?: LakeAddress | null
}

/** Files that all nodes share, and what a node keeps of them. */
export interface LakeAddress {
  /** `s3://BUCKET/PREFIX` or `file:///FOLDER`. */
  url: string
  /** `https://HOST[:PORT]` of S3-compatible storage; null: AWS. */
  endpoint: string | null
  region: string
  /** Null: a folder needs none. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
  /** Bytes of the cache in the data directory; null: most of what is free. */
  cacheSize: number | null
  /** Days for which files that are no longer named stay; 0: as long as readers may be at them. */
  keepDays: number
}

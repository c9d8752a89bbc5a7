/** Where everything is kept: under a data directory, or in the database of this address (then the directory holds built files). */
export interface StorageAddress {
  dataDir: string
  /** `mysql://...`; null: the embedded store. */
  databaseUrl: string | null
}

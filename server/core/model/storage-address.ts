import type { LakeConfig } from '../runtime/lake-config.ts'

export interface StorageAddress {
  dataDir: string
  /** `mysql://...`; null: the embedded store. */
  databaseUrl: string | null
  /** Data files; the database then holds only the catalog. Null: in the database. */
  lake?: LakeAddress | null
  /** Age, days, from which imports delete audit entries; null: never. */
  auditKeepDays?: number | null
}

export type LakeAddress = Omit<LakeConfig, 'clickhouse'> & Partial<Pick<LakeConfig, 'clickhouse'>>

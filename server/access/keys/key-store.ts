/** A key as it is known to the service: never the key itself. */
export interface KeyRecord {
  id: string
  company_id: number
  name: string
  /** ISO 8601, UTC, like every time here. */
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

/** A key as the operator sees it. */
export interface ListedKey extends KeyRecord {
  /** Within a minute; null: never. */
  last_used_at: string | null
}

export interface NewKey {
  /** As `newId` makes them; a new one unless given. */
  id?: string
  companyId: number
  name?: string
  /** Last day on which the key works, `YYYY-MM-DD`, UTC. */
  expires?: string
}

/** Where API keys are kept. Changes made by another process show within a second. */
export interface KeyStore {
  /** Makes a key. This is the only time that it can be seen. Throws a RangeError for an impossible date. */
  create(options: NewKey): Promise<{ id: string; key: string }>
  /** All keys, or one company's, oldest first. */
  list(companyId?: number): Promise<ListedKey[]>
  /** Makes a key useless for good, also on a full disk; false when there is none with this id. */
  revoke(id: string): Promise<boolean>
  /** The record of a key that is valid, not expired and not revoked; otherwise null. */
  find(key: string): Promise<KeyRecord | null>
  /** Whether the key with this id is there, not expired and not revoked. */
  isValid(id: string): Promise<boolean>
  /** Notes that a key was used. */
  touch(id: string): Promise<void>
}

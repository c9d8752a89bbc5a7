/** Revisions of the protocol, by the dates that name them. */

/** Those with an `initialize`, newest first: the first is offered to clients that ask for none of them. */
export const REVISIONS_2025 = ['2025-11-25', '2025-06-18', '2025-03-26']

/** The only one with batches, also meant by requests that name none. */
export const WITH_BATCHES = '2025-03-26'

/** The one without an `initialize`. */
export const REVISION_2026 = '2026-07-28'

/** Identifier of the MCP Apps extension. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'

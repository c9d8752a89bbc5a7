import accessors from '@duckdb/node-api/lib/vectors/dataAccessors.js'

/**
 * DuckDB's driver decodes every text like a file of its own: a byte order mark at its start is lost. Within data it is a
 * character (U+FEFF) like any other. The driver has no option for that, so its decoder is replaced; a test holds it.
 */
Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) })

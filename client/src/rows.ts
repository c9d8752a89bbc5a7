/** Rows of a downloaded file as plain objects, in plain JavaScript. */

export { toRows } from './read-rows.ts'

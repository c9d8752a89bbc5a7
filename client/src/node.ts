/** What needs Node's file system. */

export { saveTo } from './downloaded-file.ts'

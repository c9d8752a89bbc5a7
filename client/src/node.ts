/** What needs Node's file system. */

export { saveTo } from './save-to.ts'

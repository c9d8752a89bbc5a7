/** Functions that need Node's file system. */

export { saveTo } from './save-to.ts'

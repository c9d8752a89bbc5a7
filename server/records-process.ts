import { perform } from './store/facts/embedded/upkeep.ts'

/** Work on the records of a data directory that would hold the event loop of a service. Sends lines to report. */
const [task, dataDir] = process.argv.slice(2)

const lines = await perform(task, dataDir!)
// The service may have ended.
process.send?.(lines, () => process.connected && process.disconnect())

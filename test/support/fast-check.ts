import fc from 'fast-check'

/** With `UASCOPE_SEED` its draws are the same each time: what CI says is then about the change, and not about luck. */
const seed = process.env['UASCOPE_SEED']
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })

export default fc

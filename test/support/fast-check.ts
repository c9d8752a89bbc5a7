import * as fc from './every-seed.ts'

export default fc

import { costs } from './costs-bench.ts'
import { forecast } from './forecast/forecast-bench.ts'
import { log } from './forecast/log.ts'
import { response } from './forecast/response.ts'
import { restated } from './forecast/restated.ts'
import { sentinel } from './forecast/sentinel.ts'
import { imports } from './import-bench.ts'
import { list } from './list-bench.ts'
import { load } from './load/load.ts'
import type { LoadOptions } from './load/options.ts'
import { mcp } from './mcp-bench.ts'
import { report } from './report-bench.ts'
import type { Measurement } from './support/measurement.ts'

export const benches: Record<string, (options: LoadOptions) => Promise<Measurement[]>> = {
  report,
  list,
  import: imports,
  costs,
  mcp,
  forecast,
  sentinel,
  restated,
  response,
  log,
  load,
}

import { forecast } from './forecast/forecast.ts'
import { log } from './forecast/log.ts'
import { response } from './forecast/response.ts'
import { restated } from './forecast/restated.ts'
import { sentinel } from './forecast/sentinel.ts'
import { imports } from './import.ts'
import { list } from './list.ts'
import { load } from './load/load.ts'
import type { LoadOptions } from './load/options.ts'
import { mcp } from './mcp.ts'
import { report } from './report.ts'
import type { Measurement } from './support/measurement.ts'

export const benches: Record<string, (options: LoadOptions) => Promise<Measurement[]>> = {
  report,
  list,
  import: imports,
  mcp,
  forecast,
  sentinel,
  restated,
  response,
  log,
  load,
}

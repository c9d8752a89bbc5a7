import { accuracy } from './accuracy.ts'
import { client } from './client.ts'
import { door } from './door/door.ts'
import { demoTrust } from './demo-trust.ts'
import { fairness } from './load/fairness.ts'
import { forecast } from './forecast/forecast.ts'
import { imports } from './import.ts'
import { hold } from './door/hold.ts'
import { keys } from './door/keys.ts'
import { lake } from './lake.ts'
import { lakeRouting } from './lake-routing.ts'
import { list } from './list.ts'
import { load } from './load/load.ts'
import type { LoadOptions } from './load/options.ts'
import { mcp } from './mcp.ts'
import type { Measurement } from './support/measurement.ts'
import { mysql } from './mysql.ts'
import { questions } from './questions.ts'
import { growth, report } from './report.ts'
import { response } from './forecast/response.ts'
import { restated } from './forecast/restated.ts'
import { sentinel } from './forecast/sentinel.ts'
import { views } from './views.ts'
import { years } from './years.ts'

export const benches: Record<string, (options: LoadOptions) => Promise<Measurement[]>> = {
  report,
  accuracy,
  'demo-trust': demoTrust,
  list,
  import: imports,
  growth,
  mcp,
  questions,
  client,
  mysql,
  lake,
  'lake-routing': lakeRouting,
  fairness,
  views,
  door,
  keys,
  hold,
  forecast,
  sentinel,
  restated,
  years,
  response,
  load,
}

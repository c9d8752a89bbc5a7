import type {
  Alert,
  App,
  AppSettings,
  BudgetPlan,
  Campaign,
  Event,
  ForecastAccuracy,
  Pacing,
  Recommendation,
  TrackRecord,
} from '../../../generated/client/models.ts'
import { examples } from '../../../generated/client/examples.ts'
import type {
  GetAlertsParameters,
  GetAppSettingsParameters,
  GetBudgetPlanParameters,
  GetForecastAccuracyParameters,
  GetPacingParameters,
  GetRecommendationsParameters,
  GetReportParameters,
  GetRoasHistoryParameters,
  GetTrackRecordParameters,
  ListCampaignsParameters,
  ListEventsParameters,
} from '../../../generated/client/parameters.ts'
import { responses } from '../../../generated/responses.ts'
import { csvReader } from '../../../client/src/csv.ts'
import { UascopeError } from '../../../client/src/errors.ts'
import type { ReportRow } from '../../../client/src/report-row.ts'
import type { RoasHistoryRow } from '../../../client/src/roas-history-row.ts'

/** Fields or rows, or a function of the checked parameters, with their defaults, that returns them. */
type ValueOrFunction<Parameters, Value> = Value | ((parameters: Parameters) => Value)

type Rows<Parameters, Row> = ValueOrFunction<Parameters, readonly Partial<Row>[]>

/** A row of a file, by its columns. */
export type FileRow = Readonly<Record<string, string | number | null | undefined>>

/**
 * The service's responses, by operation. Omitted operations return the contract's example; omitted fields and cells have its values,
 * in files null, 0 or `Unknown`.
 */
export interface Answers {
  listApps?: Rows<Record<never, never>, App>
  getAppSettings?: ValueOrFunction<GetAppSettingsParameters, Partial<AppSettings>>
  listCampaigns?: Rows<ListCampaignsParameters, Campaign>
  getRecommendations?: Rows<GetRecommendationsParameters, Recommendation>
  getBudgetPlan?: ValueOrFunction<GetBudgetPlanParameters, Partial<BudgetPlan>>
  getPacing?: Rows<GetPacingParameters, Pacing>
  getTrackRecord?: Rows<GetTrackRecordParameters, TrackRecord>
  getForecastAccuracy?: Rows<GetForecastAccuracyParameters, ForecastAccuracy>
  getReport?: Rows<GetReportParameters, ReportRow>
  getRoasHistory?: Rows<GetRoasHistoryParameters, RoasHistoryRow>
  getAlerts?: Rows<GetAlertsParameters, Alert>
  listEvents?: Rows<ListEventsParameters, Event>
}

export type Answered = keyof Answers

type Values = Record<string, unknown>

/** @throws UascopeError for an operation that is not in the contract */
export function checkNames(answers: Answers): void {
  const odd = Object.keys(answers).find(name => !Object.hasOwn(examples, name))
  if (odd !== undefined)
    throw new UascopeError(
      `${odd} is not an operation; available: ${Object.keys(examples).join(', ')}`,
    )
}

/**
 * The body of a JSON response, completed by the contract's example and validated like the service's own.
 * @throws UascopeError if it violates the contract
 */
export function jsonAnswer(
  operation: Answered,
  answers: Answers,
  parameters: object,
): Values | Values[] {
  const example = examples[operation] as Values | Values[]
  const answer = answerFor(operation, answers, parameters) as Values | readonly Values[] | undefined
  const body =
    answer === undefined
      ? example
      : Array.isArray(example)
        ? rowsOf(example[0]!, answer as readonly Values[])
        : { ...example, ...answer }
  const { error } = responses[operation as keyof typeof responses].validate(body)
  if (error !== undefined)
    throw new UascopeError(`The answer of ${operation} is not valid: ${error.message}`)
  return body
}

/** Rows get unique ids. */
function rowsOf(example: Values, rows: readonly Values[]): Values[] {
  return rows.map((row, index) => ({
    ...example,
    ...('id' in example ? { id: Number(example.id) + index } : {}),
    ...row,
  }))
}

/** The rows of a file, before columns are selected. */
export function fileAnswer(
  operation: 'getReport' | 'getRoasHistory',
  answers: Answers,
  parameters: object,
): readonly FileRow[] {
  return (answerFor(operation, answers, parameters) ??
    csvReader()(examples[operation], true)) as readonly FileRow[]
}

function answerFor(operation: Answered, answers: Answers, parameters: object): unknown {
  const answer = answers[operation]
  return typeof answer === 'function'
    ? (answer as (parameters: object) => unknown)(parameters)
    : answer
}

/** What must not compile: what the contract has, and the reference implementation does not request or the client does not type. */

import type { ReportRow } from '../../client/src/index.ts'
import type { OperationId, Requests } from '../../generated/operations.ts'
import type { Metric, METRICS } from '../../generated/vocabulary/vocabulary.ts'
import type { RatioMetric } from '../../server/core/formulas/sums.ts'
import type { METRICS as DRAWN, Request } from '../reference/request-types.ts'

type None<Names extends never> = Names

type ParameterOf<Operation> = keyof Extract<Request, { operation: Operation }>['parameters']

type Missing = {
  [Name in Request['operation']]: Exclude<keyof Requests[Name]['query'], ParameterOf<Name>>
}[Request['operation']]

export type MissingOperation = None<Exclude<OperationId, Request['operation'] | 'downloadExport'>>
export type MissingParameter = None<Missing>
export type MissingMetric = None<Exclude<Metric, (typeof DRAWN)[number]>>

/** Ratios have columns that explain their change. */
type Explained = ReportRow<{
  appId: 1
  granularity: 'campaign'
  groupBy: ['network']
  installGrouping: 'total'
  metrics: typeof METRICS
  compare: 'previous'
  explain: true
}>

type MetricOfMix<Name> = Name extends `${infer Metric}_paid${string}_mix` ? Metric : never

export type MissingMix = None<Exclude<RatioMetric, MetricOfMix<keyof Explained>>>

import type { TrackRecord } from '../../../../generated/client/models.ts'
import type { GetTrackRecordParameters } from '../../../../generated/client/parameters.ts'
import { type Answer, useAnswer } from '../data/use-answer.ts'

export type Grouping = NonNullable<GetTrackRecordParameters['groupBy']>[number]

/** Outcomes of an app's past recommendations. Null: no request. */
export function useRecord(
  appId: number | null,
  groupBy: Grouping,
  examples = 0,
): Answer<TrackRecord[]> {
  return useAnswer(appId === null ? null : ['record', appId, groupBy, examples], client =>
    client.getTrackRecord({ appId: appId!, groupBy: [groupBy], ...(examples > 0 && { examples }) }),
  )
}

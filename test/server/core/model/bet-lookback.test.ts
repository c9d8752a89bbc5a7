import t from 'tap'
import { betLookback } from '../../../../server/core/model/runs.ts'

t.test(
  "the lookback is the platform's own range, that of every other platform, or the default",
  async t => {
    const ios = { app_id: 1, platform: 'IOS' as const, start_day: 1, end_day: 4 }
    const others = { app_id: 1, platform: null, start_day: 3, end_day: 9 }
    const foreign = { app_id: 2, platform: null, start_day: 0, end_day: 1 }
    t.match(betLookback([others, ios, foreign], 1, 'IOS'), { start_day: 1, end_day: 4 })
    t.match(betLookback([others, ios, foreign], 1, 'WEB'), { start_day: 3, end_day: 9 })
    t.match(betLookback([others, ios, foreign], 1, 'Unknown'), { start_day: 3, end_day: 9 })
    t.match(betLookback([ios, foreign], 1, 'WEB'), { start_day: 2, end_day: 8 })
  },
)

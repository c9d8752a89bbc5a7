import { fit, forecast } from '../../../server/forecast/model/fit.ts'
import { oracle } from '../../../scripts/lab/world/oracle.ts'
import type { World } from '../../../scripts/lab/world/world.ts'
import type { Day } from '../../../server/core/model/dates.ts'

const FEW = 150

/**
 * WAPE of campaigns' countries with few installs, over all of their installs that a DSI is still to be forecast for: of the model, and of one that has to do without levels of
 * platform and country and of network.
 */
export function smallSegments(
  world: World,
  dsi: number,
  days: readonly Day[],
): { model: number; without: number } {
  const { facts } = world
  const { campaign, country, day, installs } = facts.cells
  const truth = oracle(world, 'nothing')
  const [errors, total] = [{ model: 0, without: 0 }, { expected: 0 }]
  for (const asOf of days) {
    const model = forecast(facts, fit(facts, asOf), dsi)
    const without = forecast(
      facts,
      fit(facts, asOf, ['app', 'campaign', 'campaignCountry', 'week', 'campaignWeek']),
      dsi,
    )
    const segments = new Map<
      string,
      { installs: number; model: number; without: number; expected: number }
    >()
    for (let i = 0; i < model.gross.length; i++) {
      const key = `${campaign[i]} ${country[i]}`
      const segment = segments.get(key) ?? { installs: 0, model: 0, without: 0, expected: 0 }
      segments.set(key, segment)
      segment.installs += installs[i]!
      if (asOf - day[i]! >= dsi) continue
      const actual = model.gross[i]! - model.future[i]!
      segment.model += model.gross[i]!
      segment.without += without.gross[i]!
      segment.expected += actual + truth.future(i, asOf, dsi)
    }
    for (const segment of segments.values()) {
      if (segment.installs >= FEW) continue
      errors.model += Math.abs(segment.model - segment.expected)
      errors.without += Math.abs(segment.without - segment.expected)
      total.expected += segment.expected
    }
  }
  return { model: errors.model / total.expected, without: errors.without / total.expected }
}

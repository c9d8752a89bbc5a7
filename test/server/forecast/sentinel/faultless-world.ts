import { watchedWorld } from '../../../../scripts/lab/world/watched.ts'

/** 130 days of 12 campaigns on 4 networks, and organic installs, without faults. */
export const world = watchedWorld(
  {
    seed: 11,
    days: 130,
    campaigns: 12,
    networks: 4,
    countries: 5,
    countriesPerCampaign: 4,
    installs: 150,
    flights: false,
    beyond: 0,
  },
  30,
)

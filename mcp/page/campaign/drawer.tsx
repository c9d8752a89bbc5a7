import type { CampaignIdentity } from '../screen.ts'

export interface DrawerProps {
  appId: number
  campaign: CampaignIdentity
  onClose: () => void
}

/** A campaign: what to do, its estimates, countries, track record and alerts. */
export function CampaignDrawer({ campaign, onClose }: DrawerProps) {
  return (
    <div role="dialog" aria-label={campaign.campaign}>
      <button onClick={onClose}>Close</button>
    </div>
  )
}

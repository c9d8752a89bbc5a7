import type { Format } from './format.ts'

/** Scheduled data exports of transactions. Refunded ones keep their price: omit them with `leave_out: { refunded_at: "*" }`. */
export const revenuecat: Format = {
  events: {
    columns: {
      user_id: ['rc_original_app_user_id'],
      install_time: ['first_seen_time'],
      event_time: ['start_time'],
      platform: ['store', 'platform'],
      network: ['network', 'media_source', 'reserved_subscriber_attributes.$mediaSource'],
      campaign: ['campaign', 'reserved_subscriber_attributes.$campaign'],
      country: ['country', 'country_code'],
      revenue: ['price_in_usd', 'price_in_usd_cents'],
      currency: [],
      event_id: ['store_transaction_id'],
    },
    optional: ['network', 'campaign', 'currency', 'event_id'],
    rows: 'events',
    currency: 'USD',
    leaveOut: { is_sandbox: ['true', 't', '1'] },
    signs: ['rc_original_app_user_id'],
  },
}

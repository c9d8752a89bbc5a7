import type { Format } from './format.ts'

/** Rows of the BigQuery export, flattened; times are microseconds since 1970. */
export const ga4: Format = {
  events: {
    columns: {
      user_id: ['user_pseudo_id'],
      install_time: ['user_first_touch_timestamp'],
      event_time: ['event_timestamp'],
      platform: ['platform'],
      network: ['traffic_source.source', 'traffic_source_source', 'network', 'source'],
      campaign: ['traffic_source.name', 'traffic_source_name', 'campaign'],
      country: ['geo.country', 'geo_country', 'country'],
      revenue: ['event_value_in_usd', 'revenue'],
      event_name: ['event_name'],
      currency: [],
    },
    optional: ['currency', 'event_name', 'network', 'campaign', 'country'],
    rows: 'events',
    signs: ['user_first_touch_timestamp'],
  },
}

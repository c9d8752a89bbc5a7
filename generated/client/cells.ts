// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** Cells of the columns that a file of `getReport` usually has. */
export interface ReportCells {
  /** First day of the period. */
  install_cohort: string
  /** `IOS`, `ANDROID`, `WEB` or `Unknown`; unless `groupBy` leaves it out. */
  platform: string
  /** Ad network, `Unknown` if missing; unless `groupBy` leaves it out. */
  network: string
  /** Campaign name, `Unknown` if missing; unless `groupBy` leaves it out. */
  campaign: string
  /** Two-letter country code, `Unknown` if missing; at `campaign_geo` only, unless `groupBy` leaves it out. */
  country: string
  /** Spend in the app's currency. */
  spend: number
  /** `paid`. Installs of the type. */
  installs_paid: number
  /** `incremental_blended`. Installs of the type. */
  installs_incremental_blended: number
  /** `full_blended`. Installs of the type. */
  installs_full_blended: number
  /** `paid`. Spend per install of the type, in the app's currency. */
  cpi_paid: number | null
  /** `incremental_blended`. Spend per install of the type, in the app's currency. */
  cpi_incremental_blended: number | null
  /** `full_blended`. Spend per install of the type, in the app's currency. */
  cpi_full_blended: number | null
  /** DSI 0. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d0: number | null
  /** DSI 1. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d1: number | null
  /** DSI 3. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d3: number | null
  /** DSI 7. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d7: number | null
  /** DSI 14. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d14: number | null
  /** DSI 21. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d21: number | null
  /** DSI 28. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d28: number | null
  /** DSI 30. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d30: number | null
  /** DSI 45. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d45: number | null
  /** DSI 60. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d60: number | null
  /** DSI 90. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d90: number | null
  /** DSI 120. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d120: number | null
  /** DSI 180. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d180: number | null
  /** DSI 270. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d270: number | null
  /** DSI 360. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d360: number | null
  /** DSI 365. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d365: number | null
  /** DSI 540. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d540: number | null
  /** DSI 730. `gross`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_gross_d730: number | null
  /** DSI 0. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d0: number | null
  /** DSI 1. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d1: number | null
  /** DSI 3. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d3: number | null
  /** DSI 7. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d7: number | null
  /** DSI 14. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d14: number | null
  /** DSI 21. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d21: number | null
  /** DSI 28. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d28: number | null
  /** DSI 30. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d30: number | null
  /** DSI 45. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d45: number | null
  /** DSI 60. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d60: number | null
  /** DSI 90. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d90: number | null
  /** DSI 120. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d120: number | null
  /** DSI 180. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d180: number | null
  /** DSI 270. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d270: number | null
  /** DSI 360. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d360: number | null
  /** DSI 365. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d365: number | null
  /** DSI 540. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d540: number | null
  /** DSI 730. `net`. `paid`. Revenue up to the DSI, in the app's currency. */
  revenue_paid_net_d730: number | null
  /** DSI 0. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d0: number | null
  /** DSI 1. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d1: number | null
  /** DSI 3. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d3: number | null
  /** DSI 7. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d7: number | null
  /** DSI 14. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d14: number | null
  /** DSI 21. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d21: number | null
  /** DSI 28. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d28: number | null
  /** DSI 30. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d30: number | null
  /** DSI 45. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d45: number | null
  /** DSI 60. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d60: number | null
  /** DSI 90. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d90: number | null
  /** DSI 120. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d120: number | null
  /** DSI 180. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d180: number | null
  /** DSI 270. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d270: number | null
  /** DSI 360. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d360: number | null
  /** DSI 365. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d365: number | null
  /** DSI 540. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d540: number | null
  /** DSI 730. `gross`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_gross_d730: number | null
  /** DSI 0. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d0: number | null
  /** DSI 1. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d1: number | null
  /** DSI 3. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d3: number | null
  /** DSI 7. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d7: number | null
  /** DSI 14. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d14: number | null
  /** DSI 21. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d21: number | null
  /** DSI 28. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d28: number | null
  /** DSI 30. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d30: number | null
  /** DSI 45. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d45: number | null
  /** DSI 60. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d60: number | null
  /** DSI 90. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d90: number | null
  /** DSI 120. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d120: number | null
  /** DSI 180. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d180: number | null
  /** DSI 270. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d270: number | null
  /** DSI 360. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d360: number | null
  /** DSI 365. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d365: number | null
  /** DSI 540. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d540: number | null
  /** DSI 730. `net`. `incremental_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_incremental_blended_net_d730: number | null
  /** DSI 0. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d0: number | null
  /** DSI 1. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d1: number | null
  /** DSI 3. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d3: number | null
  /** DSI 7. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d7: number | null
  /** DSI 14. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d14: number | null
  /** DSI 21. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d21: number | null
  /** DSI 28. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d28: number | null
  /** DSI 30. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d30: number | null
  /** DSI 45. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d45: number | null
  /** DSI 60. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d60: number | null
  /** DSI 90. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d90: number | null
  /** DSI 120. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d120: number | null
  /** DSI 180. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d180: number | null
  /** DSI 270. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d270: number | null
  /** DSI 360. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d360: number | null
  /** DSI 365. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d365: number | null
  /** DSI 540. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d540: number | null
  /** DSI 730. `gross`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_gross_d730: number | null
  /** DSI 0. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d0: number | null
  /** DSI 1. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d1: number | null
  /** DSI 3. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d3: number | null
  /** DSI 7. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d7: number | null
  /** DSI 14. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d14: number | null
  /** DSI 21. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d21: number | null
  /** DSI 28. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d28: number | null
  /** DSI 30. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d30: number | null
  /** DSI 45. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d45: number | null
  /** DSI 60. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d60: number | null
  /** DSI 90. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d90: number | null
  /** DSI 120. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d120: number | null
  /** DSI 180. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d180: number | null
  /** DSI 270. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d270: number | null
  /** DSI 360. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d360: number | null
  /** DSI 365. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d365: number | null
  /** DSI 540. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d540: number | null
  /** DSI 730. `net`. `full_blended`. Revenue up to the DSI, in the app's currency. */
  revenue_full_blended_net_d730: number | null
  /** DSI 0. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d0: number | null
  /** DSI 1. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d1: number | null
  /** DSI 3. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d3: number | null
  /** DSI 7. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d7: number | null
  /** DSI 14. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d14: number | null
  /** DSI 21. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d21: number | null
  /** DSI 28. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d28: number | null
  /** DSI 30. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d30: number | null
  /** DSI 45. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d45: number | null
  /** DSI 60. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d60: number | null
  /** DSI 90. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d90: number | null
  /** DSI 120. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d120: number | null
  /** DSI 180. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d180: number | null
  /** DSI 270. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d270: number | null
  /** DSI 360. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d360: number | null
  /** DSI 365. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d365: number | null
  /** DSI 540. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d540: number | null
  /** DSI 730. `gross`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_gross_d730: number | null
  /** DSI 0. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d0: number | null
  /** DSI 1. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d1: number | null
  /** DSI 3. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d3: number | null
  /** DSI 7. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d7: number | null
  /** DSI 14. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d14: number | null
  /** DSI 21. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d21: number | null
  /** DSI 28. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d28: number | null
  /** DSI 30. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d30: number | null
  /** DSI 45. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d45: number | null
  /** DSI 60. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d60: number | null
  /** DSI 90. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d90: number | null
  /** DSI 120. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d120: number | null
  /** DSI 180. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d180: number | null
  /** DSI 270. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d270: number | null
  /** DSI 360. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d360: number | null
  /** DSI 365. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d365: number | null
  /** DSI 540. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d540: number | null
  /** DSI 730. `net`. `paid`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_paid_net_d730: number | null
  /** DSI 0. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d0: number | null
  /** DSI 1. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d1: number | null
  /** DSI 3. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d3: number | null
  /** DSI 7. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d7: number | null
  /** DSI 14. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d14: number | null
  /** DSI 21. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d21: number | null
  /** DSI 28. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d28: number | null
  /** DSI 30. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d30: number | null
  /** DSI 45. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d45: number | null
  /** DSI 60. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d60: number | null
  /** DSI 90. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d90: number | null
  /** DSI 120. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d120: number | null
  /** DSI 180. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d180: number | null
  /** DSI 270. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d270: number | null
  /** DSI 360. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d360: number | null
  /** DSI 365. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d365: number | null
  /** DSI 540. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d540: number | null
  /** DSI 730. `gross`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_gross_d730: number | null
  /** DSI 0. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d0: number | null
  /** DSI 1. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d1: number | null
  /** DSI 3. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d3: number | null
  /** DSI 7. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d7: number | null
  /** DSI 14. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d14: number | null
  /** DSI 21. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d21: number | null
  /** DSI 28. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d28: number | null
  /** DSI 30. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d30: number | null
  /** DSI 45. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d45: number | null
  /** DSI 60. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d60: number | null
  /** DSI 90. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d90: number | null
  /** DSI 120. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d120: number | null
  /** DSI 180. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d180: number | null
  /** DSI 270. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d270: number | null
  /** DSI 360. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d360: number | null
  /** DSI 365. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d365: number | null
  /** DSI 540. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d540: number | null
  /** DSI 730. `net`. `incremental_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_incremental_blended_net_d730: number | null
  /** DSI 0. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d0: number | null
  /** DSI 1. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d1: number | null
  /** DSI 3. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d3: number | null
  /** DSI 7. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d7: number | null
  /** DSI 14. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d14: number | null
  /** DSI 21. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d21: number | null
  /** DSI 28. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d28: number | null
  /** DSI 30. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d30: number | null
  /** DSI 45. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d45: number | null
  /** DSI 60. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d60: number | null
  /** DSI 90. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d90: number | null
  /** DSI 120. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d120: number | null
  /** DSI 180. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d180: number | null
  /** DSI 270. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d270: number | null
  /** DSI 360. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d360: number | null
  /** DSI 365. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d365: number | null
  /** DSI 540. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d540: number | null
  /** DSI 730. `gross`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_gross_d730: number | null
  /** DSI 0. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d0: number | null
  /** DSI 1. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d1: number | null
  /** DSI 3. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d3: number | null
  /** DSI 7. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d7: number | null
  /** DSI 14. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d14: number | null
  /** DSI 21. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d21: number | null
  /** DSI 28. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d28: number | null
  /** DSI 30. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d30: number | null
  /** DSI 45. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d45: number | null
  /** DSI 60. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d60: number | null
  /** DSI 90. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d90: number | null
  /** DSI 120. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d120: number | null
  /** DSI 180. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d180: number | null
  /** DSI 270. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d270: number | null
  /** DSI 360. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d360: number | null
  /** DSI 365. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d365: number | null
  /** DSI 540. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d540: number | null
  /** DSI 730. `net`. `full_blended`. Revenue up to the DSI per install of the type, in the app's currency. */
  ltv_full_blended_net_d730: number | null
  /** DSI 0. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d0: number | null
  /** DSI 1. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d1: number | null
  /** DSI 3. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d3: number | null
  /** DSI 7. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d7: number | null
  /** DSI 14. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d14: number | null
  /** DSI 21. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d21: number | null
  /** DSI 28. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d28: number | null
  /** DSI 30. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d30: number | null
  /** DSI 45. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d45: number | null
  /** DSI 60. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d60: number | null
  /** DSI 90. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d90: number | null
  /** DSI 120. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d120: number | null
  /** DSI 180. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d180: number | null
  /** DSI 270. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d270: number | null
  /** DSI 360. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d360: number | null
  /** DSI 365. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d365: number | null
  /** DSI 540. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d540: number | null
  /** DSI 730. `gross`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_gross_d730: number | null
  /** DSI 0. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d0: number | null
  /** DSI 1. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d1: number | null
  /** DSI 3. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d3: number | null
  /** DSI 7. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d7: number | null
  /** DSI 14. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d14: number | null
  /** DSI 21. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d21: number | null
  /** DSI 28. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d28: number | null
  /** DSI 30. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d30: number | null
  /** DSI 45. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d45: number | null
  /** DSI 60. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d60: number | null
  /** DSI 90. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d90: number | null
  /** DSI 120. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d120: number | null
  /** DSI 180. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d180: number | null
  /** DSI 270. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d270: number | null
  /** DSI 360. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d360: number | null
  /** DSI 365. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d365: number | null
  /** DSI 540. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d540: number | null
  /** DSI 730. `net`. `paid`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_paid_net_d730: number | null
  /** DSI 0. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d0: number | null
  /** DSI 1. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d1: number | null
  /** DSI 3. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d3: number | null
  /** DSI 7. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d7: number | null
  /** DSI 14. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d14: number | null
  /** DSI 21. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d21: number | null
  /** DSI 28. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d28: number | null
  /** DSI 30. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d30: number | null
  /** DSI 45. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d45: number | null
  /** DSI 60. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d60: number | null
  /** DSI 90. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d90: number | null
  /** DSI 120. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d120: number | null
  /** DSI 180. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d180: number | null
  /** DSI 270. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d270: number | null
  /** DSI 360. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d360: number | null
  /** DSI 365. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d365: number | null
  /** DSI 540. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d540: number | null
  /** DSI 730. `gross`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_gross_d730: number | null
  /** DSI 0. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d0: number | null
  /** DSI 1. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d1: number | null
  /** DSI 3. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d3: number | null
  /** DSI 7. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d7: number | null
  /** DSI 14. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d14: number | null
  /** DSI 21. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d21: number | null
  /** DSI 28. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d28: number | null
  /** DSI 30. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d30: number | null
  /** DSI 45. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d45: number | null
  /** DSI 60. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d60: number | null
  /** DSI 90. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d90: number | null
  /** DSI 120. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d120: number | null
  /** DSI 180. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d180: number | null
  /** DSI 270. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d270: number | null
  /** DSI 360. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d360: number | null
  /** DSI 365. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d365: number | null
  /** DSI 540. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d540: number | null
  /** DSI 730. `net`. `incremental_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_incremental_blended_net_d730: number | null
  /** DSI 0. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d0: number | null
  /** DSI 1. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d1: number | null
  /** DSI 3. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d3: number | null
  /** DSI 7. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d7: number | null
  /** DSI 14. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d14: number | null
  /** DSI 21. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d21: number | null
  /** DSI 28. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d28: number | null
  /** DSI 30. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d30: number | null
  /** DSI 45. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d45: number | null
  /** DSI 60. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d60: number | null
  /** DSI 90. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d90: number | null
  /** DSI 120. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d120: number | null
  /** DSI 180. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d180: number | null
  /** DSI 270. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d270: number | null
  /** DSI 360. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d360: number | null
  /** DSI 365. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d365: number | null
  /** DSI 540. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d540: number | null
  /** DSI 730. `gross`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_gross_d730: number | null
  /** DSI 0. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d0: number | null
  /** DSI 1. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d1: number | null
  /** DSI 3. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d3: number | null
  /** DSI 7. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d7: number | null
  /** DSI 14. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d14: number | null
  /** DSI 21. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d21: number | null
  /** DSI 28. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d28: number | null
  /** DSI 30. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d30: number | null
  /** DSI 45. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d45: number | null
  /** DSI 60. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d60: number | null
  /** DSI 90. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d90: number | null
  /** DSI 120. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d120: number | null
  /** DSI 180. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d180: number | null
  /** DSI 270. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d270: number | null
  /** DSI 360. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d360: number | null
  /** DSI 365. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d365: number | null
  /** DSI 540. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d540: number | null
  /** DSI 730. `net`. `full_blended`. Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  roas_full_blended_net_d730: number | null
  /** DSI 0. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d0: number | null
  /** DSI 1. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d1: number | null
  /** DSI 3. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d3: number | null
  /** DSI 7. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d7: number | null
  /** DSI 14. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d14: number | null
  /** DSI 21. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d21: number | null
  /** DSI 28. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d28: number | null
  /** DSI 30. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d30: number | null
  /** DSI 45. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d45: number | null
  /** DSI 60. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d60: number | null
  /** DSI 90. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d90: number | null
  /** DSI 120. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d120: number | null
  /** DSI 180. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d180: number | null
  /** DSI 270. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d270: number | null
  /** DSI 360. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d360: number | null
  /** DSI 365. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d365: number | null
  /** DSI 540. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d540: number | null
  /** DSI 730. `gross`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_gross_d730: number | null
  /** DSI 0. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d0: number | null
  /** DSI 1. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d1: number | null
  /** DSI 3. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d3: number | null
  /** DSI 7. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d7: number | null
  /** DSI 14. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d14: number | null
  /** DSI 21. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d21: number | null
  /** DSI 28. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d28: number | null
  /** DSI 30. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d30: number | null
  /** DSI 45. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d45: number | null
  /** DSI 60. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d60: number | null
  /** DSI 90. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d90: number | null
  /** DSI 120. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d120: number | null
  /** DSI 180. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d180: number | null
  /** DSI 270. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d270: number | null
  /** DSI 360. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d360: number | null
  /** DSI 365. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d365: number | null
  /** DSI 540. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d540: number | null
  /** DSI 730. `net`. `paid`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_paid_net_d730: number | null
  /** DSI 0. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d0: number | null
  /** DSI 1. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d1: number | null
  /** DSI 3. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d3: number | null
  /** DSI 7. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d7: number | null
  /** DSI 14. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d14: number | null
  /** DSI 21. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d21: number | null
  /** DSI 28. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d28: number | null
  /** DSI 30. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d30: number | null
  /** DSI 45. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d45: number | null
  /** DSI 60. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d60: number | null
  /** DSI 90. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d90: number | null
  /** DSI 120. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d120: number | null
  /** DSI 180. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d180: number | null
  /** DSI 270. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d270: number | null
  /** DSI 360. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d360: number | null
  /** DSI 365. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d365: number | null
  /** DSI 540. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d540: number | null
  /** DSI 730. `gross`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_gross_d730: number | null
  /** DSI 0. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d0: number | null
  /** DSI 1. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d1: number | null
  /** DSI 3. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d3: number | null
  /** DSI 7. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d7: number | null
  /** DSI 14. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d14: number | null
  /** DSI 21. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d21: number | null
  /** DSI 28. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d28: number | null
  /** DSI 30. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d30: number | null
  /** DSI 45. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d45: number | null
  /** DSI 60. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d60: number | null
  /** DSI 90. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d90: number | null
  /** DSI 120. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d120: number | null
  /** DSI 180. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d180: number | null
  /** DSI 270. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d270: number | null
  /** DSI 360. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d360: number | null
  /** DSI 365. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d365: number | null
  /** DSI 540. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d540: number | null
  /** DSI 730. `net`. `incremental_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_incremental_blended_net_d730: number | null
  /** DSI 0. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d0: number | null
  /** DSI 1. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d1: number | null
  /** DSI 3. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d3: number | null
  /** DSI 7. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d7: number | null
  /** DSI 14. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d14: number | null
  /** DSI 21. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d21: number | null
  /** DSI 28. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d28: number | null
  /** DSI 30. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d30: number | null
  /** DSI 45. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d45: number | null
  /** DSI 60. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d60: number | null
  /** DSI 90. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d90: number | null
  /** DSI 120. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d120: number | null
  /** DSI 180. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d180: number | null
  /** DSI 270. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d270: number | null
  /** DSI 360. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d360: number | null
  /** DSI 365. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d365: number | null
  /** DSI 540. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d540: number | null
  /** DSI 730. `gross`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_gross_d730: number | null
  /** DSI 0. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d0: number | null
  /** DSI 1. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d1: number | null
  /** DSI 3. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d3: number | null
  /** DSI 7. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d7: number | null
  /** DSI 14. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d14: number | null
  /** DSI 21. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d21: number | null
  /** DSI 28. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d28: number | null
  /** DSI 30. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d30: number | null
  /** DSI 45. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d45: number | null
  /** DSI 60. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d60: number | null
  /** DSI 90. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d90: number | null
  /** DSI 120. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d120: number | null
  /** DSI 180. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d180: number | null
  /** DSI 270. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d270: number | null
  /** DSI 360. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d360: number | null
  /** DSI 365. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d365: number | null
  /** DSI 540. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d540: number | null
  /** DSI 730. `net`. `full_blended`. Revenue up to the DSI minus spend, in the app's currency. */
  profit_full_blended_net_d730: number | null
  /** Full blended installs minus paid installs. */
  organic_installs: number
  /** `gross`. `paid`. Days since install until revenue reaches spend, to one decimal. */
  payback_paid_gross: number | null
  /** `net`. `paid`. Days since install until revenue reaches spend, to one decimal. */
  payback_paid_net: number | null
  /** `gross`. `incremental_blended`. Days since install until revenue reaches spend, to one decimal. */
  payback_incremental_blended_gross: number | null
  /** `net`. `incremental_blended`. Days since install until revenue reaches spend, to one decimal. */
  payback_incremental_blended_net: number | null
  /** `gross`. `full_blended`. Days since install until revenue reaches spend, to one decimal. */
  payback_full_blended_gross: number | null
  /** `net`. `full_blended`. Days since install until revenue reaches spend, to one decimal. */
  payback_full_blended_net: number | null
  /** `gross`. `paid`. Largest DSI with known revenue: an empty payback is not reached by then. Null without spend or known revenue. */
  payback_known_dsi_paid_gross: number | null
  /** `net`. `paid`. Largest DSI with known revenue: an empty payback is not reached by then. Null without spend or known revenue. */
  payback_known_dsi_paid_net: number | null
  /** `gross`. `incremental_blended`. Largest DSI with known revenue: an empty payback is not reached by then. Null without spend or known revenue. */
  payback_known_dsi_incremental_blended_gross: number | null
  /** `net`. `incremental_blended`. Largest DSI with known revenue: an empty payback is not reached by then. Null without spend or known revenue. */
  payback_known_dsi_incremental_blended_net: number | null
  /** `gross`. `full_blended`. Largest DSI with known revenue: an empty payback is not reached by then. Null without spend or known revenue. */
  payback_known_dsi_full_blended_gross: number | null
  /** `net`. `full_blended`. Largest DSI with known revenue: an empty payback is not reached by then. Null without spend or known revenue. */
  payback_known_dsi_full_blended_net: number | null
  /** Install dates of the period within the range; with `maturity` only. */
  period_days: number
  /** DSI 0. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d0: number
  /** DSI 1. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d1: number
  /** DSI 3. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d3: number
  /** DSI 7. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d7: number
  /** DSI 14. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d14: number
  /** DSI 21. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d21: number
  /** DSI 28. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d28: number
  /** DSI 30. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d30: number
  /** DSI 45. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d45: number
  /** DSI 60. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d60: number
  /** DSI 90. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d90: number
  /** DSI 120. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d120: number
  /** DSI 180. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d180: number
  /** DSI 270. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d270: number
  /** DSI 360. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d360: number
  /** DSI 365. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d365: number
  /** DSI 540. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d540: number
  /** DSI 730. Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  actual_share_d730: number
  /** DSI 0. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d0: number | null
  /** DSI 1. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d1: number | null
  /** DSI 3. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d3: number | null
  /** DSI 7. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d7: number | null
  /** DSI 14. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d14: number | null
  /** DSI 21. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d21: number | null
  /** DSI 28. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d28: number | null
  /** DSI 30. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d30: number | null
  /** DSI 45. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d45: number | null
  /** DSI 60. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d60: number | null
  /** DSI 90. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d90: number | null
  /** DSI 120. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d120: number | null
  /** DSI 180. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d180: number | null
  /** DSI 270. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d270: number | null
  /** DSI 360. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d360: number | null
  /** DSI 365. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d365: number | null
  /** DSI 540. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d540: number | null
  /** DSI 730. Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  covered_share_d730: number | null
  /** DSI 0. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d0: number | null
  /** DSI 1. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d1: number | null
  /** DSI 3. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d3: number | null
  /** DSI 7. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d7: number | null
  /** DSI 14. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d14: number | null
  /** DSI 21. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d21: number | null
  /** DSI 28. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d28: number | null
  /** DSI 30. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d30: number | null
  /** DSI 45. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d45: number | null
  /** DSI 60. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d60: number | null
  /** DSI 90. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d90: number | null
  /** DSI 120. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d120: number | null
  /** DSI 180. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d180: number | null
  /** DSI 270. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d270: number | null
  /** DSI 360. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d360: number | null
  /** DSI 365. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d365: number | null
  /** DSI 540. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d540: number | null
  /** DSI 730. `gross`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_gross_d730: number | null
  /** DSI 0. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d0: number | null
  /** DSI 1. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d1: number | null
  /** DSI 3. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d3: number | null
  /** DSI 7. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d7: number | null
  /** DSI 14. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d14: number | null
  /** DSI 21. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d21: number | null
  /** DSI 28. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d28: number | null
  /** DSI 30. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d30: number | null
  /** DSI 45. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d45: number | null
  /** DSI 60. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d60: number | null
  /** DSI 90. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d90: number | null
  /** DSI 120. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d120: number | null
  /** DSI 180. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d180: number | null
  /** DSI 270. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d270: number | null
  /** DSI 360. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d360: number | null
  /** DSI 365. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d365: number | null
  /** DSI 540. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d540: number | null
  /** DSI 730. `net`. `paid`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_paid_net_d730: number | null
  /** DSI 0. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d0: number | null
  /** DSI 1. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d1: number | null
  /** DSI 3. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d3: number | null
  /** DSI 7. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d7: number | null
  /** DSI 14. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d14: number | null
  /** DSI 21. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d21: number | null
  /** DSI 28. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d28: number | null
  /** DSI 30. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d30: number | null
  /** DSI 45. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d45: number | null
  /** DSI 60. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d60: number | null
  /** DSI 90. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d90: number | null
  /** DSI 120. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d120: number | null
  /** DSI 180. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d180: number | null
  /** DSI 270. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d270: number | null
  /** DSI 360. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d360: number | null
  /** DSI 365. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d365: number | null
  /** DSI 540. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d540: number | null
  /** DSI 730. `gross`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_gross_d730: number | null
  /** DSI 0. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d0: number | null
  /** DSI 1. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d1: number | null
  /** DSI 3. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d3: number | null
  /** DSI 7. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d7: number | null
  /** DSI 14. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d14: number | null
  /** DSI 21. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d21: number | null
  /** DSI 28. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d28: number | null
  /** DSI 30. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d30: number | null
  /** DSI 45. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d45: number | null
  /** DSI 60. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d60: number | null
  /** DSI 90. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d90: number | null
  /** DSI 120. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d120: number | null
  /** DSI 180. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d180: number | null
  /** DSI 270. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d270: number | null
  /** DSI 360. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d360: number | null
  /** DSI 365. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d365: number | null
  /** DSI 540. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d540: number | null
  /** DSI 730. `net`. `incremental_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_incremental_blended_net_d730: number | null
  /** DSI 0. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d0: number | null
  /** DSI 1. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d1: number | null
  /** DSI 3. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d3: number | null
  /** DSI 7. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d7: number | null
  /** DSI 14. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d14: number | null
  /** DSI 21. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d21: number | null
  /** DSI 28. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d28: number | null
  /** DSI 30. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d30: number | null
  /** DSI 45. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d45: number | null
  /** DSI 60. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d60: number | null
  /** DSI 90. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d90: number | null
  /** DSI 120. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d120: number | null
  /** DSI 180. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d180: number | null
  /** DSI 270. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d270: number | null
  /** DSI 360. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d360: number | null
  /** DSI 365. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d365: number | null
  /** DSI 540. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d540: number | null
  /** DSI 730. `gross`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_gross_d730: number | null
  /** DSI 0. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d0: number | null
  /** DSI 1. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d1: number | null
  /** DSI 3. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d3: number | null
  /** DSI 7. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d7: number | null
  /** DSI 14. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d14: number | null
  /** DSI 21. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d21: number | null
  /** DSI 28. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d28: number | null
  /** DSI 30. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d30: number | null
  /** DSI 45. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d45: number | null
  /** DSI 60. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d60: number | null
  /** DSI 90. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d90: number | null
  /** DSI 120. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d120: number | null
  /** DSI 180. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d180: number | null
  /** DSI 270. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d270: number | null
  /** DSI 360. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d360: number | null
  /** DSI 365. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d365: number | null
  /** DSI 540. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d540: number | null
  /** DSI 730. `net`. `full_blended`. Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  target_roas_full_blended_net_d730: number | null
}

/** Cells of the columns that a file of `getRoasHistory` usually has. */
export interface RoasHistoryCells {
  /** When the newest value of the row was captured. */
  created_at: string
  /** `id` of the recommendation in the latest succeeded run. Not at `app`. */
  recommendation_id: number
  /** `IOS`, `ANDROID`, `WEB` or `Unknown`; not at `app`. */
  platform: string
  /** Ad network, `Unknown` if missing; not at `app`. */
  network: string
  /** Campaign name, `Unknown` if missing; not at `app`. */
  campaign: string
  /** At `campaign_geo` only. */
  country: string
  /** Average daily spend over the bet lookback range, in the app's currency. Not at `app`. */
  daily_spend: number
  /** First day of the period. */
  install_cohort: string
  /** DSI of every ROAS in the row. */
  dsi: number
  roas_type: string
  revenue_type: string
  /** Age 0. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_0: number | null
  /** Age 1. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_1: number | null
  /** Age 2. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_2: number | null
  /** Age 3. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_3: number | null
  /** Age 4. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_4: number | null
  /** Age 5. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_5: number | null
  /** Age 6. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_6: number | null
  /** Age 7. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_7: number | null
  /** Age 8. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_8: number | null
  /** Age 9. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_9: number | null
  /** Age 10. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_10: number | null
  /** Age 11. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_11: number | null
  /** Age 12. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_12: number | null
  /** Age 13. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_13: number | null
  /** Age 14. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_14: number | null
  /** Age 15. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_15: number | null
  /** Age 16. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_16: number | null
  /** Age 17. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_17: number | null
  /** Age 18. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_18: number | null
  /** Age 19. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_19: number | null
  /** Age 20. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_20: number | null
  /** Age 21. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_21: number | null
  /** Age 22. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_22: number | null
  /** Age 23. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_23: number | null
  /** Age 24. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_24: number | null
  /** Age 25. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_25: number | null
  /** Age 26. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_26: number | null
  /** Age 27. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_27: number | null
  /** Age 28. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_28: number | null
  /** Age 29. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_29: number | null
  /** Age 30. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_30: number | null
  /** Age 31. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_31: number | null
  /** Age 32. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_32: number | null
  /** Age 33. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_33: number | null
  /** Age 34. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_34: number | null
  /** Age 35. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_35: number | null
  /** Age 36. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_36: number | null
  /** Age 37. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_37: number | null
  /** Age 38. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_38: number | null
  /** Age 39. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_39: number | null
  /** Age 40. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_40: number | null
  /** Age 41. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_41: number | null
  /** Age 42. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_42: number | null
  /** Age 43. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_43: number | null
  /** Age 44. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_44: number | null
  /** Age 45. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_45: number | null
  /** Age 46. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_46: number | null
  /** Age 47. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_47: number | null
  /** Age 48. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_48: number | null
  /** Age 49. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_49: number | null
  /** Age 50. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_50: number | null
  /** Age 51. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_51: number | null
  /** Age 52. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_52: number | null
  /** Age 53. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_53: number | null
  /** Age 54. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_54: number | null
  /** Age 55. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_55: number | null
  /** Age 56. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_56: number | null
  /** Age 57. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_57: number | null
  /** Age 58. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_58: number | null
  /** Age 59. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_59: number | null
  /** Age 60. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_60: number | null
  /** Age 61. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_61: number | null
  /** Age 62. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_62: number | null
  /** Age 63. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_63: number | null
  /** Age 64. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_64: number | null
  /** Age 65. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_65: number | null
  /** Age 66. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_66: number | null
  /** Age 67. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_67: number | null
  /** Age 68. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_68: number | null
  /** Age 69. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_69: number | null
  /** Age 70. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_70: number | null
  /** Age 71. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_71: number | null
  /** Age 72. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_72: number | null
  /** Age 73. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_73: number | null
  /** Age 74. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_74: number | null
  /** Age 75. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_75: number | null
  /** Age 76. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_76: number | null
  /** Age 77. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_77: number | null
  /** Age 78. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_78: number | null
  /** Age 79. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_79: number | null
  /** Age 80. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_80: number | null
  /** Age 81. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_81: number | null
  /** Age 82. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_82: number | null
  /** Age 83. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_83: number | null
  /** Age 84. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_84: number | null
  /** Age 85. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_85: number | null
  /** Age 86. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_86: number | null
  /** Age 87. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_87: number | null
  /** Age 88. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_88: number | null
  /** Age 89. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_89: number | null
  /** Age 90. ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  roas_age_90: number | null
}

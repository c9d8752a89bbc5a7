// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** Cells of the columns that a file of `getReport` usually has. */
export interface ReportCells {
  /** First day of the period. */
  install_cohort: string
  /** Unless `groupBy` leaves it out. */
  platform: string
  /** Unless `groupBy` leaves it out. */
  network: string
  /** Unless `groupBy` leaves it out. */
  campaign: string
  /** At `campaign_geo` only, unless `groupBy` leaves it out. */
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
}

/** Cells of the columns that a file of `getRoasHistory` usually has. */
export interface RoasHistoryCells {
  /** When the newest value of the row was captured. */
  created_at: string
  /** `id` of the recommendation in the latest succeeded run. Not at `app`. */
  recommendation_id: number
  /** Not at `app`. */
  platform: string
  /** Not at `app`. */
  network: string
  /** Not at `app`. */
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
}

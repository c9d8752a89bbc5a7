import { counter, gauge, type Metric } from '../../model/metric.ts'
import type { LakeCache } from './cache/lake-cache.ts'

/** How the lake answers, and what a node's cache of it does. */
export function lakeMetrics(cache: LakeCache): Metric[] {
  const { hits, misses, fetchedBytes, evictions, faults } = cache.counters
  return [
    gauge('uascope_lake_up', 'Whether the lake answered when it was last asked for a file: 1 or 0.', cache.up() ? 1 : 0),
    gauge('uascope_damaged_files', 'Data files that failed their checksum and are not served. `admin verify` names them.', cache.damaged),
    gauge('uascope_lake_cache_bytes', "Bytes of the lake's files that are kept here.", cache.bytes),
    counter('uascope_lake_cache_hits_total', 'Files that were here when asked for.', hits),
    counter('uascope_lake_cache_misses_total', 'Files that were not.', misses),
    counter('uascope_lake_fetched_bytes_total', 'Bytes fetched from the lake.', fetchedBytes),
    counter('uascope_lake_cache_evictions_total', 'Files that made way for others.', evictions),
    counter('uascope_lake_faults_total', 'Files that the lake did not have, or not as they were stored.', faults),
  ]
}

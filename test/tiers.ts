/**
 * The second tier: test files that `npm test` leaves to `npm run test:rest` and CI, by the reason. Every other file is in the first tier, a new one
 * too. A file moves here when it is slow and rarely the only one to fail.
 */
export const SECOND_TIER: Readonly<Record<string, readonly string[]>> = {
  'Packs and installs the client, for all runtimes, compilers and bundlers': ['test/client/packed.test.ts'],

  'Needs programs that scripts/ci installs, and little of it depends on the sources': [
    'test/conformance/conformance.test.ts',
    'test/documents/analysts.test.ts',
    'test/mcp/endpoint/newer-clients.test.ts',
    'test/mcp/views/second-host.test.ts',
    'test/server/monitoring/dashboard.test.ts',
  ],

  'Runs every code block of every page': ['test/documents/blocks.test.ts'],

  'Drives pages in a browser; test/mcp/views/report.test.ts does so in the first tier': [
    'test/mcp/page/sign-in/sign-in.test.ts',
    'test/mcp/views/alerts.test.ts',
    'test/mcp/views/delivery.test.ts',
    'test/mcp/views/recommendations.test.ts',
    'test/mcp/views/roas-history.test.ts',
    'test/mcp/views/session.test.ts',
    'test/mcp/views/states.test.ts',
    'test/server/http/docs/browser.test.ts',
  ],

  'Kills, cuts off, hangs or damages stores, databases, processes and connections': [
    'test/faults/bit-flips.test.ts',
    'test/faults/broken-connections.test.ts',
    'test/faults/damaged-store.test.ts',
    'test/faults/database-down.test.ts',
    'test/faults/deliveries.test.ts',
    'test/faults/galera-imports.test.ts',
    'test/faults/galera.test.ts',
    'test/faults/gone-callers.test.ts',
    'test/faults/hung-database.test.ts',
    'test/faults/import-killed.test.ts',
    'test/faults/lake-import-killed.test.ts',
    'test/faults/missing-catalog.test.ts',
    'test/faults/power-cuts.test.ts',
    'test/faults/time-limit.test.ts',
    'test/server/access/reactivated.test.ts',
    'test/server/delivery/load/crash.test.ts',
    'test/server/engines/database/missing-catalog.test.ts',
    'test/server/engines/embedded/check-audit.test.ts',
    'test/server/engines/embedded/seal-records.test.ts',
    'test/server/engines/embedded/verified-files.test.ts',
    'test/server/engines/lake/lake-down.test.ts',
    'test/server/engines/lake/slow-lake.test.ts',
    'test/server/files/damaged-spool.test.ts',
    'test/server/files/full-disk.test.ts',
    'test/server/files/spool-room.test.ts',
  ],

  'Several nodes, processes or companies on one store': [
    'test/server/delivery/load/import-apart.test.ts',
    'test/server/engines/database/rolling-change.test.ts',
    'test/server/engines/lake/processes.test.ts',
    'test/server/engines/tables/concurrent-imports.test.ts',
    'test/server/engines/tables/two-nodes.test.ts',
    'test/server/files/duckdb-apart.test.ts',
    'test/server/handlers/fair-shares.test.ts',
  ],

  'Tests the database or the lake beyond its agreement with the reference, database/database and tables/values': [
    'test/server/engines/lake/cache/lake-cache.test.ts',
    'test/server/engines/lake/cache/part-copies.test.ts',
    'test/server/engines/lake/in-parts.test.ts',
    'test/server/engines/lake/never-stale.test.ts',
    'test/server/engines/lake/objects/s3-objects.test.ts',
    'test/server/engines/lake/push-pull.test.ts',
    'test/server/engines/lake/removal.test.ts',
    'test/server/engines/lake/retired.test.ts',
    'test/server/engines/lake/same-files.test.ts',
    'test/server/engines/lake/suites.test.ts',
    'test/server/engines/memory/suites.test.ts',
    'test/server/engines/lake/verify.test.ts',
    'test/server/engines/tables/admin.test.ts',
    'test/server/engines/database/audit-log.test.ts',
    'test/server/engines/database/catalog/migrate-catalog.test.ts',
    'test/server/engines/database/catalog/kept-catalog.test.ts',
    'test/server/engines/tables/engines-agree.test.ts',
    'test/server/engines/tables/import.test.ts',
    'test/server/engines/database/key-store.test.ts',
    'test/server/engines/database/migrate.test.ts',
    'test/server/engines/tables/never-stale.test.ts',
    'test/server/engines/tables/parts.test.ts',
    'test/server/engines/database/rate-limiter.test.ts',
    'test/server/engines/tables/removal.test.ts',
    'test/server/engines/tables/suites.test.ts',
    'test/server/engines/database/user-store.test.ts',
  ],

  'Starts the built service, loads the whole demo, or forecasts from every fixture': [
    'test/scripts/admin/forecast.test.ts',
    'test/scripts/build/built-service.test.ts',
    'test/server/forecast/forecast.test.ts',
    'test/server/main.test.ts',
    'test/server/npm-start.test.ts',
    'test/server/process/private-files.test.ts',
  ],

  'Runs commands of the operator in processes of their own; scripts/admin/main.test.ts does so in the first tier': [
    'test/scripts/admin/access.test.ts',
    'test/scripts/admin/apps.test.ts',
    'test/scripts/admin/audit.test.ts',
    'test/scripts/admin/backup.test.ts',
    'test/scripts/admin/companies.test.ts',
    'test/scripts/admin/erase-user.test.ts',
    'test/scripts/admin/path-resolver.test.ts',
    'test/scripts/admin/prune.test.ts',
    'test/scripts/admin/runs.test.ts',
    'test/scripts/admin/verify.test.ts',
  ],

  'Lints with the types of the whole project': ['test/scripts/lint/sql.test.ts'],

  'Tries every form of a value, or of a call, one by one; their rules have quicker tests': [
    'test/client/retries.test.ts',
    'test/client/rows.test.ts',
    'test/server/delivery/hostile.test.ts',
    'test/server/delivery/load/answer-notes.test.ts',
    'test/server/delivery/parquet.test.ts',
    'test/server/engines/embedded/suites.test.ts',
    'test/server/forecast/delivery/imports.test.ts',
    'test/server/forecast/inputs/properties.test.ts',
    'test/server/process/progress.test.ts',
  ],

  'Compiles the client as an editor does': ['test/client/editor.test.ts'],

  'Measures time, or runs clients that are not ours': [
    'test/mcp/endpoint/clients.test.ts',
    'test/scripts/bench/open-loop.test.ts',
    'test/server/http/loop-delay.test.ts',
  ],

  'Tests what tests draw from': ['test/reference/arbitrary.test.ts'],

  'Compiles or generates everything many times; the generator seldom changes': [
    'test/scripts/examples/cdnow/main.test.ts',
    'test/scripts/generate/exhaustive.test.ts',
    'test/scripts/generate/handmade.test.ts',
    'test/scripts/generate/main.test.ts',
    'test/scripts/generate/tools.test.ts',
  ],

  'Made-up data are for show; many tests of the first tier load them': [
    'test/server/demo/alerts.test.ts',
    'test/server/demo/events.test.ts',
    'test/server/demo/recommendations.test.ts',
    'test/server/demo/roas-snapshots.test.ts',
    'test/server/demo/simulate.test.ts',
    'test/server/demo/stories.test.ts',
    'test/server/demo/trust.test.ts',
    'test/server/demo/write-demo-delivery.test.ts',
  ],
}

import { elsewhere, held, type Page, run, unrun } from './support/how.ts'
import { callsTools, pins, saysAtStart } from './support/holds.ts'
import {
  ASK_TINY,
  emptyDatabase,
  FAULTY,
  file,
  fillIn,
  grants,
  NOTED,
  PURCHASES,
  SAME_LINE,
  statements,
  STUDIO,
  TRAFFIC,
} from './support/pieces.ts'

/**
 * How every block of every page is run. Without a row, and also on pages that are not named here,
 * - `console`: each command is run against the demo of `DAY`, and must print the lines below it,
 * - `ts`: a page's blocks are compiled as one program and run against the demo; those that use `client` find one. If they have lines that begin
 *   with `//=> `, the program prints these.
 *
 * Any other block needs a row (the first that is of it counts): under which heading it stands, its language or a piece of it where there are several, and how
 * - `run`: in the one shell of its page, `npm` being `support/npm.sh`; `says` is what it must print,
 * - `held`: not a command; a function checks it,
 * - `elsewhere`: other tests run the same,
 * - `unrun`: nothing does; of a shell's block the grammar and the names in it are looked at.
 *
 * The shell begins in a folder that has all of the repository, `delivery/` of company 1, and `UASCOPE_API_KEY`.
 */
export const REGISTER: Record<string, Page> = {
  'README.md': {
    blocks: [
      { under: 'Start', language: 'sh', how: run({ says: /^Listening on / }) },
      { under: 'Start', language: '', how: held('what a start says', saysAtStart) },
      {
        under: 'In an MCP host',
        language: 'sh',
        how: held('address and header that the tools answer to', callsTools),
      },
      { under: 'Tests', how: unrun('the tests run this') },
    ],
  },

  'server/http/README.md': { blocks: [{ under: 'A tour with curl', language: 'sh', how: run() }] },

  'server/http/ANALYSTS.md': {
    blocks: [
      {
        how: elsewhere(
          'each recipe is run where it can be, and answers the same question',
          'test/documents/analysts.test.ts',
        ),
      },
    ],
  },

  'mcp/README.md': {
    store: 'demo',
    blocks: [
      {
        under: 'In MCP hosts',
        language: 'json',
        how: held('a configuration that the tools answer to', callsTools),
      },
      {
        under: 'In MCP hosts',
        language: 'yaml',
        how: held('a configuration that the tools answer to', callsTools),
      },
      {
        under: 'In MCP hosts',
        has: 'claude mcp add',
        how: held('address and header that the tools answer to', callsTools),
      },
      {
        under: 'In MCP hosts',
        has: 'inspector',
        how: run({ needs: 'the MCP inspector', says: /"svc_get_alerts"[^]*"Nordlys Spielestudio/ }),
      },
      { under: 'With a login', how: run({ says: /^[0-9a-f]{12}$/m }) },
    ],
  },

  'client/README.md': {
    blocks: [
      {
        under: 'Install',
        language: 'sh',
        how: elsewhere('the package is packed and installed', 'test/client/packed.test.ts'),
      },
      { under: 'Install', language: 'json', how: held('what this repository pins itself', pins) },
    ],
  },

  'server/README.md': {
    database: 'uascope',
    blocks: [
      {
        under: 'Deploying it',
        has: 'npm run build',
        how: run({ after: 'ls deploy/dist/server.js' }),
      },
      {
        under: 'Deploying it',
        has: 'start:built',
        how: run({ before: 'cd deploy', after: 'cd ..', says: /^Listening on /m }),
      },
      {
        under: 'From the demo to your own data',
        how: run({ fresh: true, says: /^uascope_\w+\n[^]*^Listening on /m }),
      },
      {
        under: 'On MariaDB or MySQL',
        has: 'DATABASE_URL',
        how: run({ fresh: true, needs: 'MariaDB', says: /^Listening on /m }),
      },
      { under: 'On MariaDB or MySQL', has: "'uascope_operator'", how: grants('uascope_operator') },
      { under: 'On MariaDB or MySQL', has: "'uascope'@", how: grants('uascope') },
      {
        under: 'On MariaDB or MySQL',
        has: 'audit --all',
        how: run({ needs: 'MariaDB', after: 'test -f audit.jsonl' }),
      },
      {
        under: 'On MariaDB or MySQL',
        language: 'nginx',
        how: unrun('no nginx is installed with the tests'),
      },
      {
        under: 'On MariaDB or MySQL',
        has: 'mariadb-dump',
        how: run({ needs: 'MariaDB', after: 'test -s uascope.sql.zst' }),
      },
    ],
  },

  'server/KEEPING-DATA.md': {
    blocks: [
      {
        under: 'Delete',
        how: run({
          fresh: true,
          before: 'npm run -s admin -- import delivery',
          says: /"dryRun":true[^]*Deleted app 1 [^]*Removed company 1[^]*from the trash/,
        }),
      },
      {
        under: 'Back up',
        how: run({
          fresh: true,
          before: 'rm -rf data && npm run -s admin -- import delivery',
          says: /^Backed up data version 1 /m,
        }),
      },
      {
        under: 'Restore',
        how: run({ says: /^Restored data version 1 [^]*^Intact: data version 1/m }),
      },
      {
        under: 'Move',
        how: run({
          fresh: true,
          before: 'rm -rf data && npm run -s admin -- import delivery',
          says: /entries of the audit log[^]*^Added 0 keys[^]*^Loaded as data version 1 /m,
        }),
      },
      {
        under: 'Verify',
        has: '--repair',
        how: run({
          before: 'rm data/records/records.sqlite',
          says: /went back to records\/copies\//,
        }),
      },
      { under: 'Verify', how: run({ says: /^Intact: / }) },
    ],
  },

  'server/imports/README.md': {
    store: 'demo',
    blocks: [
      { under: 'Errors', how: run({ before: FAULTY }) },
      { under: 'Notes', how: run({ before: NOTED }) },
      {
        under: 'The smallest one that imports',
        how: run({
          fresh: true,
          after: ASK_TINY,
          says: /^\d{4}-\d\d-\d\d,IOS,Meta Ads,US broad,100\.0,0\.45$/m,
        }),
      },
      {
        under: 'From real data',
        how: run({ fresh: true, before: PURCHASES, says: /^install_cohort,.*ltv_paid_gross_d90/m }),
      },
    ],
  },

  'server/forecast/README.md': {
    blocks: [
      {
        under: 'From export to report',
        has: 'forecast init',
        how: run({
          before: STUDIO,
          edit: fillIn,
          says: /^Loaded as data version 1 [^]*^Listening on /m,
        }),
      },
      {
        under: 'From export to report',
        has: 'forecast daily',
        how: run({ fresh: true, before: 'rm -r out data', says: /^Loaded as data version 1 /m }),
      },
    ],
  },

  'server/forecast/REFERENCE.md': {
    blocks: [
      {
        under: 'Configuration',
        how: elsewhere('it is read', 'test/server/forecast/config/read-config.test.ts'),
      },
    ],
  },

  'server/store/facts/database/GALERA.md': {
    blocks: [
      {
        under: 'Galera behind HAProxy',
        language: 'sql',
        how: run({ needs: 'MariaDB', edit: statements }),
      },
      {
        under: 'Galera behind HAProxy',
        language: 'text',
        how: run({ needs: 'HAProxy', edit: file('haproxy.cfg', 'haproxy -c -f haproxy.cfg') }),
      },
      {
        under: 'Galera behind HAProxy',
        language: 'ini',
        how: run({
          needs: 'MariaDB',
          edit: file(
            'my.cnf',
            'mariadbd --defaults-file=my.cnf --help --verbose 2>&1 | grep "^wsrep-provider-options"',
            text => `[mysqld]\n${text}`,
          ),
          says: /^wsrep-provider-options +evs\.keepalive_period=PT0\.5S;/,
        }),
      },
    ],
  },

  'server/store/facts/lake/README.md': {
    database: 'lake',
    blocks: [
      { under: 'Start', has: 'file://', how: run({ needs: 'MariaDB', says: /^Listening on /m }) },
      {
        under: 'Start',
        has: 's3://',
        how: run({
          fresh: true,
          needs: 'MariaDB',
          before: emptyDatabase('s3'),
          after: 'npm start',
          says: /^Listening on /m,
        }),
      },
      {
        under: 'ClickHouse',
        how: elsewhere(
          'the check is run on the engine',
          'test/server/store/facts/clickhouse/check.test.ts',
        ),
      },
      {
        under: 'Read it with other programs',
        language: 'sh',
        how: run({
          fresh: true,
          needs: 'MariaDB',
          before: `mkdir -p share\n${emptyDatabase('files')} LAKE_URL=file:///mnt/share\nnpm run -s admin -- import delivery`,
          says: /^table +rows +url$/m,
        }),
      },
      {
        under: 'Read it with other programs',
        has: 'read_parquet',
        how: elsewhere(
          'it is run over the files that are listed',
          'test/scripts/admin/lake-files.test.ts',
        ),
      },
    ],
  },

  'scripts/monitoring/README.md': {
    watched: TRAFFIC,
    blocks: [
      {
        under: 'Metrics',
        language: 'yaml',
        how: run({
          needs: 'promtool',
          edit: file('prometheus.yml', 'promtool check config prometheus.yml'),
        }),
      },
      {
        under: 'Log',
        language: 'json',
        how: run({ needs: 'jq', edit: file('line.json', SAME_LINE) }),
      },
    ],
  },

  'scripts/lab/bench/README.md': {
    blocks: [{ under: '`load`', how: unrun('benches take minutes') }],
  },
  'CONTRIBUTING.md': {
    blocks: [
      {
        under: 'Your first day',
        how: unrun('these commands run the tests, or until you stop them'),
      },
    ],
  },
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { requireOrSkip } from '../../../support/require-or-skip.ts'
import { repository } from '../../../support/repository.ts'

const RULES = `${repository}scripts/monitoring/alerts.yaml`
const PROMTOOL = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(existsSync)

interface Rule {
  alert: string
  labels: { severity: string }
  annotations: { description: string }
}

/** An alert at some minute: its labels, and its summary as Prometheus writes it. */
interface Firing {
  labels: Record<string, string>
  summary: string
}

interface Case {
  alert: string
  what: string
  /** Series as promtool writes them, a value a minute: `1+2x3` is 1 3 5 7, `_` no value. Time begins at 0. */
  series: Record<string, string>
  minute: number
  firing: Firing[]
}

const NODE = 'job="uascope",instance="a:9090"'
function imported(result: string): string {
  return `uascope_import_last_timestamp_seconds{${NODE},result="${result}"}`
}
function requests(status: number, code: string): string {
  return `uascope_http_requests_total{${NODE},operation="getReport",status="${status}",code="${code}"}`
}
function took(le: string): string {
  return `uascope_http_request_duration_seconds_bucket{${NODE},operation="getReport",status="200",le="${le}"}`
}
function ofJob(summary: string): Firing {
  return { labels: { job: 'uascope' }, summary }
}
function ofNode(summary: string): Firing {
  return { labels: { instance: 'a:9090' }, summary }
}

const REFUSED = 'An import of uascope was refused or failed. The data of before are still served.'
const NO_IMPORT = 'uascope has imported nothing for more than a day.'
const BUSY = 'Work waits longer than it should, or was refused as busy.'
const NO_ROOM = 'a:9090 has no room for files, or the lake or ClickHouse does not respond.'

const CASES: Case[] = [
  {
    alert: 'UascopeDown',
    what: 'one of two nodes',
    series: { [`up{${NODE}}`]: '1 1 0x20', 'up{job="uascope",instance="b:9090"}': '1x22' },
    minute: 10,
    firing: [
      {
        labels: { job: 'uascope', instance: 'a:9090' },
        summary: 'uascope at a:9090 does not respond to Prometheus.',
      },
    ],
  },
  {
    alert: 'UascopeDown',
    what: 'no target at all',
    series: { 'up{job="other"}': '1x20' },
    minute: 10,
    firing: [ofJob('uascope does not respond to Prometheus.')],
  },
  {
    alert: 'UascopeDown',
    what: 'a restart of four minutes',
    series: { [`up{${NODE}}`]: '1 0x3 1x20' },
    minute: 10,
    firing: [],
  },
  {
    alert: 'UascopeDamaged',
    what: 'two files',
    series: { [`uascope_damaged_files{${NODE}}`]: '0 2x10' },
    minute: 5,
    firing: [ofNode('a:9090 has 2 damaged data files and does not serve them.')],
  },
  {
    alert: 'UascopeDamaged',
    what: 'a sound store',
    series: { [`uascope_damaged_files{${NODE}}`]: '0x10' },
    minute: 5,
    firing: [],
  },
  {
    alert: 'UascopeImportRefused',
    what: 'long after the last one that was loaded',
    series: { [imported('loaded')]: '60x500', [imported('refused')]: '_ _ 120x500' },
    minute: 400,
    firing: [ofJob(REFUSED)],
  },
  {
    alert: 'UascopeImportRefused',
    what: 'a failed one, before any was loaded',
    series: { [imported('failed')]: '60x500' },
    minute: 400,
    firing: [ofJob(REFUSED)],
  },
  {
    alert: 'UascopeImportRefused',
    what: "in the last hour, though another company's was loaded",
    series: { [imported('refused')]: '60x500', [imported('loaded')]: '120x500' },
    minute: 50,
    firing: [ofJob(REFUSED)],
  },
  {
    alert: 'UascopeImportRefused',
    what: 'corrected, an hour later',
    series: { [imported('refused')]: '60x500', [imported('loaded')]: '120x500' },
    minute: 90,
    firing: [],
  },
  {
    alert: 'UascopeImportRefused',
    what: 'never',
    series: { [imported('loaded')]: '60x500' },
    minute: 90,
    firing: [],
  },
  {
    alert: 'UascopeNoImport',
    what: '27 hours',
    series: { [`uascope_data_imported_timestamp_seconds{${NODE}}`]: '0x2000' },
    minute: 27 * 60,
    firing: [ofJob(NO_IMPORT)],
  },
  {
    alert: 'UascopeNoImport',
    what: '25 hours',
    series: { [`uascope_data_imported_timestamp_seconds{${NODE}}`]: '0x2000' },
    minute: 25 * 60,
    firing: [],
  },
  {
    alert: 'UascopeDataTooOld',
    what: 'one of two apps',
    series: {
      [`uascope_app_data_age_days{${NODE},app="1"}`]: '4x100',
      [`uascope_app_data_age_days{${NODE},app="2"}`]: '3x100',
    },
    minute: 70,
    firing: [{ labels: { app: '1' }, summary: 'App 1 serves data that end 4 days ago.' }],
  },
  {
    alert: 'UascopeDataTooOld',
    what: 'within the hour',
    series: { 'uascope_app_data_age_days{app="1"}': '4x100' },
    minute: 50,
    firing: [],
  },
  {
    alert: 'UascopeErrors',
    what: 'one in twenty-five',
    series: { [requests(200, 'none')]: '0+96x30', [requests(503, 'unavailable')]: '0+4x30' },
    minute: 20,
    firing: [{ labels: {}, summary: '4% of the requests fail.' }],
  },
  {
    alert: 'UascopeErrors',
    what: 'refusals that have rules of their own',
    series: {
      [requests(200, 'none')]: '0+50x30',
      [requests(503, 'busy')]: '0+50x30',
      [requests(507, 'insufficient_storage')]: '0+50x30',
    },
    minute: 20,
    firing: [],
  },
  {
    alert: 'UascopeSlow',
    what: 'every tenth takes 5 to 10 s',
    series: { [took('5')]: '0+90x60', [took('10')]: '0+100x60', [took('+Inf')]: '0+100x60' },
    minute: 40,
    firing: [{ labels: {}, summary: 'One request in a hundred takes more than 9.5s.' }],
  },
  {
    alert: 'UascopeSlow',
    what: 'downloads take as long as their readers',
    series: Object.fromEntries(
      [took('5'), took('10'), took('+Inf')].map((name, index) => [
        name.replace('getReport', 'downloadExport'),
        `0+${90 + 5 * index}x60`,
      ]),
    ),
    minute: 40,
    firing: [],
  },
  {
    alert: 'UascopeBusy',
    what: 'a queue',
    series: {
      [`uascope_queue_waiting{${NODE},lane="heavy"}`]: '21x20',
      [`uascope_queue_waiting{${NODE},lane="light"}`]: '20x20',
    },
    minute: 10,
    firing: [{ labels: { lane: 'heavy' }, summary: BUSY }],
  },
  {
    alert: 'UascopeBusy',
    what: 'refused requests, and tool calls',
    series: {
      [requests(503, 'busy')]: '0+1x20',
      [`uascope_tool_calls_total{${NODE},tool="svc_get_report",code="busy"}`]: '0+1x20',
    },
    minute: 10,
    firing: [{ labels: { code: 'busy' }, summary: BUSY }],
  },
  {
    alert: 'UascopeBusy',
    what: 'no work',
    series: { [`uascope_queue_waiting{${NODE},lane="heavy"}`]: '0x20' },
    minute: 10,
    firing: [],
  },
  {
    alert: 'UascopeNoRoom',
    what: 'a full disk',
    series: { [requests(507, 'insufficient_storage')]: '0+1x20' },
    minute: 10,
    firing: [ofNode(NO_ROOM)],
  },
  {
    alert: 'UascopeNoRoom',
    what: 'the lake is down',
    series: { [`uascope_lake_up{${NODE}}`]: '0x20' },
    minute: 10,
    firing: [{ labels: { job: 'uascope', instance: 'a:9090' }, summary: NO_ROOM }],
  },
  {
    alert: 'UascopeNoRoom',
    what: 'ClickHouse is down',
    series: { [`uascope_clickhouse_up{${NODE}}`]: '0x20' },
    minute: 10,
    firing: [{ labels: { job: 'uascope', instance: 'a:9090' }, summary: NO_ROOM }],
  },
  {
    alert: 'UascopeNoRoom',
    what: 'room again',
    series: {
      [requests(507, 'insufficient_storage')]: '0 1x40',
      [`uascope_lake_up{${NODE}}`]: '1x40',
    },
    minute: 30,
    firing: [],
  },
]

const rules = (
  parse(await readFile(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap(({ rules }) => rules)

t.test('every rule has a case that fires and one that does not', async t => {
  for (const fires of [true, false]) {
    const covered = new Set(
      CASES.filter(({ firing }) => firing.length > 0 === fires).map(({ alert }) => alert),
    )
    t.strictSame(
      rules.map(({ alert }) => alert).filter(alert => !covered.has(alert)),
      [],
    )
  }
})

t.test('Prometheus fires each rule in its case, with its summary', async t => {
  if (!requireOrSkip(t, PROMTOOL !== undefined, 'promtool')) return
  const tests = CASES.map(({ alert, what, series, minute, firing }) => {
    const { labels, annotations } = rules.find(rule => rule.alert === alert)!
    return {
      name: `${alert}: ${what}`,
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        {
          eval_time: `${minute}m`,
          alertname: alert,
          exp_alerts: firing.map(({ labels: of, summary }) => ({
            exp_labels: { ...of, severity: labels.severity },
            exp_annotations: { ...annotations, summary },
          })),
        },
      ],
    }
  })
  const file = `${t.testdir()}/rules.test.yaml`
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
  const said = await promisify(execFile)(PROMTOOL!, ['test', 'rules', file]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
  t.match(said, /^ {2}SUCCESS$/m, said)
})

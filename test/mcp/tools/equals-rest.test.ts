import fc from '../../support/fast-check.ts'
import t from 'tap'
import { arbitraryDelivery } from '../../reference/arbitrary.ts'
import { arbitraryRequest } from '../../reference/requests.ts'
import { toUrl, type Request } from '../../reference/request-types.ts'
import { decodeCsv } from '../../reference/decode-csv.ts'
import { startToolService, type ToolService } from '../../support/tool-service.ts'
import { seed } from '../../support/seed.ts'

const today = '2026-03-20'
const DELIVERIES = 2
const REQUESTS_EACH = 35

type Cell = string | number | null | Record<string, number>

interface Rows {
  columns: string[]
  rows: Cell[][]
  totalRows: number
  truncated: boolean
  truncatedBy?: 'limit' | 'size'
  nextOffset?: number
  context: Record<string, unknown>
}

const TOOLS = {
  getRecommendations: 'svc_get_recommendations',
  getReport: 'svc_get_report',
  getRoasHistory: 'svc_get_roas_history',
  getAlerts: 'svc_get_alerts',
} as const
const OPERATIONS = Object.keys(TOOLS) as (keyof typeof TOOLS)[]

const CAPITALS = [
  'platforms',
  'alertGroups',
  'roasTypes',
  'revenueTypes',
  'roasType',
  'revenueType',
  'installGrouping',
  'groupBy',
  'actions',
  'statuses',
  'compare',
]
const REST_ONLY = ['format', 'csvSafe', 'csvBom', 'maturity', 'order', 'limit']
const GROUPED = { limit: 500, dsis: 10 }
const PLAIN = { limit: 100, dsis: 5 }
const TEXT =
  /^(created_at|install_cohort|platform|network|campaign|country|roas_type|revenue_type)$/
const WHOLE =
  /^(recommendation_id|dsi|(period_days|installs_(paid|incremental_blended|full_blended)|organic_installs)(_before)?)$/

/** Words in capitals or not where tools and REST differ in it. */
function spelt(
  args: Record<string, unknown>,
  spell: (word: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (!CAPITALS.includes(name)) return [name, value]
      return [
        name,
        Array.isArray(value) ? value.map(word => spell(String(word))) : spell(String(value)),
      ]
    }),
  )
}

/** What a grouped or total report may have more of. */
function boundsOf({ groupBy, installGrouping }: Record<string, unknown>): typeof PLAIN {
  return groupBy !== undefined || String(installGrouping).toLowerCase() === 'total'
    ? GROUPED
    : PLAIN
}

/** A REST request's arguments of the tool: a limit of its own, names and words in the tool's spelling. */
function argumentsOf(
  { operation, parameters }: Request,
  limit: number | undefined,
): Record<string, unknown> {
  const { platforms, dsiValues, ...others } = parameters as Record<string, unknown>
  const { sort, ...rest } = Object.fromEntries(
    Object.entries(others).filter(([name]) => !REST_ONLY.includes(name)),
  )
  if (operation !== 'getReport' && operation !== 'getRoasHistory') delete rest['offset']
  // The tool's default metrics are others, and it takes no web apps: its columns are others then, of history the ages.
  const sameColumns =
    {
      getReport:
        rest['metrics'] !== undefined &&
        ((dsiValues as number[] | undefined) ?? []).length <= boundsOf(rest).dsis,
      getRoasHistory: !((platforms as string[] | undefined) ?? []).includes('web'),
    }[operation as string] ?? true
  const apps = (platforms as string[] | undefined)?.filter(platform => platform !== 'web')
  const args = {
    ...rest,
    ...(sort !== undefined && sameColumns ? { sort } : {}),
    ...(apps === undefined || apps.length === 0 ? {} : { platforms: apps }),
    ...(dsiValues === undefined
      ? {}
      : { dsiValues: (dsiValues as number[]).slice(0, boundsOf(rest).dsis) }),
    ...(limit === undefined ? {} : { limit }),
  }
  return spelt(args, word => word.toUpperCase())
}

/** The REST parameters that the arguments stand for, written down here once more. */
function restOf(request: Request, args: Record<string, unknown>): Request {
  const { limit, ...rest } = spelt(args, word => word.toLowerCase())
  const defaults = {
    getReport: {
      metrics: ['spend', 'installs', 'cpi'],
      ...rest,
      limit: limit ?? boundsOf(rest).limit,
      ...(rest['sort'] === undefined ? { order: 'newest' } : {}),
      maturity: true,
      format: 'csv',
    },
    getRoasHistory: { ...rest, limit: limit ?? 50, format: 'csv' },
  }
  const parameters = defaults[request.operation as keyof typeof defaults] ?? rest
  return { ...request, parameters } as unknown as Request
}

interface RestRows extends Pick<Rows, 'columns' | 'rows' | 'totalRows'> {
  headers: Record<string, string>
}

const STEP = [
  'kind',
  'direction',
  'from',
  'to',
  'reason',
  'spendChange',
  'gain',
  'gainLow',
  'gainHigh',
]

function prefixed(
  prefix: string,
  names: readonly string[],
  values: Record<string, Cell> | null,
): Record<string, Cell> {
  return Object.fromEntries(
    names.map(name => [
      `${prefix}${name[0]!.toUpperCase()}${name.slice(1)}`,
      values?.[name] ?? null,
    ]),
  )
}

/** A row's lists and objects as columns of their own, without the deprecated `open`. */
function flat({
  previous,
  step,
  opposedBy,
  open: _open,
  ...rest
}: Record<string, Cell>): Record<string, Cell> {
  const steps =
    step === undefined ? {} : prefixed('step', STEP, step as unknown as Record<string, Cell>)
  const types = (opposedBy ?? []) as unknown as string[]
  const opposed =
    opposedBy === undefined
      ? {}
      : { opposedBy: types.length === 0 ? null : types.join(', ').toUpperCase() }
  const item = { ...rest, ...opposed, ...steps }
  if (previous === undefined) return item
  const before = (previous ?? {}) as Record<string, Cell>
  const fields = ['action', 'status', 'dailySpend', 'targetRoas', 'predictedRoas', 'createdAt']
  return { ...item, ...prefixed('previous', fields, before) }
}

function rounded(value: unknown) {
  return typeof value === 'number'
    ? Math.abs(value) >= 1e6
      ? Math.round(value)
      : Number(value.toPrecision(6))
    : value
}

async function restRows(service: ToolService, request: Request): Promise<RestRows> {
  const answer = await service.get(toUrl(request), request.companyId)
  const { status, body, headers } = answer
  if (status !== 200) throw new Error(body.toString())
  const totalRows = Number(headers['total-rows'])
  if (request.operation === 'getReport' || request.operation === 'getRoasHistory') {
    const header = body.toString().split(/\r?\n/, 1)[0]!.split(',')
    const typeOf = (name: string) =>
      TEXT.test(name) ? 'string' : WHOLE.test(name) ? 'int64' : 'double'
    const decoded = decodeCsv(
      body,
      header.map(name => ({ name, type: typeOf(name) })),
    )
    const rows = decoded.rows.map(row =>
      row.map((cell, index) => (WHOLE.test(header[index]!) ? cell : (rounded(cell) as Cell))),
    )
    return { columns: header, rows, totalRows, headers }
  }
  const items = (answer.json() as Record<string, Cell>[]).map(flat)
  const columns = Object.keys(items[0] ?? {})
  return { columns, rows: items.map(item => columns.map(name => item[name]!)), totalRows, headers }
}

t.test('random arguments give the rows of REST for the parameters they map to', async t => {
  const deliveries = Array.from(
    { length: DELIVERIES },
    (_, index) =>
      fc.sample(arbitraryDelivery({ today, firstId: 1 + index * 100_000 }), {
        numRuns: 1,
        seed: seed + index,
      })[0]!,
  )
  const service = await startToolService(t, { now: `${today}T12:00:00Z`, deliveries })
  let compared = 0
  for (const [index, delivery] of deliveries.entries()) {
    const draw = { numRuns: REQUESTS_EACH, seed: seed + index }
    const limits = fc.sample(fc.constantFrom(undefined, 1, 2, 7, 40, 500), draw)
    for (const [place, request] of fc
      .sample(arbitraryRequest(delivery, today, OPERATIONS), draw)
      .entries()) {
      if (!(request.operation in TOOLS)) continue
      const args = argumentsOf(request, limits[place])
      const usual =
        { getRoasHistory: 50, getReport: boundsOf(args).limit }[request.operation as string] ?? 100
      const limit = Number(args['limit'] ?? usual)
      const name = TOOLS[request.operation as keyof typeof TOOLS]
      const detail = ['getRecommendations', 'getAlerts'].includes(request.operation)
        ? { detail: 'full' }
        : {}
      const what = `company ${request.companyId}: ${name} ${JSON.stringify(args)}`
      const rest = await restRows(service, restOf(request, args))
      const got = await service.result<Rows>(
        name,
        { ...args, ...detail },
        { companyId: request.companyId },
      )
      if (got.rows.length > 0) compared++

      t.equal(got.totalRows, rest.totalRows, `${what}: totalRows`)
      const own = request.operation === 'getRecommendations' || request.operation === 'getAlerts'
      const offset = Number(args['offset'] ?? 0)
      const wanted = asObjects(request, rest)
        .slice(own ? offset : 0)
        .slice(0, limit)
      t.strictSame(asObjects(request, got), wanted.slice(0, got.rows.length), `${what}: rows`)
      t.equal(got.truncated, offset + got.rows.length < rest.totalRows, `${what}: truncated`)
      t.equal(
        got.nextOffset,
        got.truncated && got.rows.length > 0 ? offset + got.rows.length : undefined,
        `${what}: nextOffset`,
      )
      const cut = got.rows.length < wanted.length ? 'size' : 'limit'
      t.equal(got.truncatedBy, got.truncated ? cut : undefined, `${what}: truncatedBy`)
      const { 'start-date': startDate, 'end-date': endDate } = rest.headers
      t.match(
        got.context,
        {
          app: { id: args['appId'] },
          runId: rest.headers['run-id'] === undefined ? null : Number(rest.headers['run-id']),
          currency: rest.headers['currency'],
          ...(startDate === undefined ? {} : { startDate, endDate }),
        },
        `${what}: context`,
      )
      const size = Buffer.byteLength(JSON.stringify(got))
      t.ok(size <= 36_000, `${what}: ${size} bytes`)
    }
  }
  // Narrow filters leave many without any; how many depends on the deliveries.
  t.ok(compared >= DELIVERIES * 5, `${compared} of ${DELIVERIES * REQUESTS_EACH} answers had rows`)
})

/** Rows by column name, in one form for both sides. */
function asObjects(
  { operation }: Request,
  { columns, rows }: { columns: string[]; rows: Cell[][] },
): Record<string, unknown>[] {
  return rows.map(row => {
    // What the tool adds: each row's share of the totals, and a step in words.
    const entries = columns
      .map((name, index) => [name, row[index]] as const)
      .filter(([name]) => !/^(spend_share|stepWords)$/.test(name))
    if (operation !== 'getRoasHistory')
      return Object.fromEntries(entries.map(([name, cell]) => [name, rounded(cell)]))
    const ages = entries.filter(([name, cell]) => name.startsWith('roas_age_') && cell !== null)
    const identity = entries
      .filter(([name]) => !name.startsWith('roas_age_'))
      .map(
        ([name, cell]) =>
          [name, /^(roas|revenue)_type$/.test(name) ? String(cell).toUpperCase() : cell] as const,
      )
    return {
      roas_by_age: Object.fromEntries(ages.map(([name, roas]) => [name.slice(9), roas])),
      ...Object.fromEntries(identity),
    }
  })
}

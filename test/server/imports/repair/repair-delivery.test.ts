import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { repairDelivery } from '../../../../server/imports/repair/repair-delivery.ts'
import { type Teardown, temporaryFolder } from '../../../support/temporary-folder.ts'

async function repair(t: Teardown, file: string, content: string | Buffer) {
  const path = temporaryFolder(t)
  await mkdir(join(path, 'in'))
  await writeFile(join(path, 'in', file), content)
  const repairs = await repairDelivery(join(path, 'in'), join(path, 'out'))
  const [name] = await readdir(join(path, 'out'))
  return {
    name,
    repairs: repairs.map(({ what, rows = 0 }) => `${what} ${rows}`),
    text: await readFile(join(path, 'out', name!), 'utf8'),
  }
}

const RUNS = 'run_id,app_id,kind,status,created_at,max_install_date'

t.test('a file that needs no repair is copied byte by byte', async t => {
  const text = 'network,traditional\r\nA,true\r\n'
  t.strictSame(await repair(t, 'networks.csv', text), { name: 'networks.csv', repairs: [], text })
})

t.test(
  'a byte order mark, the file name, headers, spaces and letter case are repaired',
  async t => {
    const { name, repairs, text } = await repair(
      t,
      'Networks.CSV',
      '\ufeffNetwork,traditional\n Meta\u00a0,TRUE\nB, False\n',
    )
    t.equal(name, 'networks.csv')
    t.strictSame(repairs, [
      'renamed to networks.csv 0',
      'byte order mark removed 0',
      'header "Network" renamed 0',
      'spaces at the ends removed 1',
      'letter case 2',
      'spaces at the ends removed 1',
    ])
    t.equal(text, 'network,traditional\nMeta,true\nB,false\n')
  },
)

t.test('two files that would get the same name keep theirs', async t => {
  const path = temporaryFolder(t)
  await mkdir(join(path, 'in'))
  for (const file of ['NETWORKS.csv', 'Networks.CSV'])
    await writeFile(join(path, 'in', file), `network,traditional\n${file},true\n`)
  await repairDelivery(join(path, 'in'), join(path, 'out'))
  t.strictSame((await readdir(join(path, 'out'))).sort(), ['NETWORKS.csv', 'Networks.CSV'])
})

t.test('a cell of spaces is checked in linear time', async t => {
  const cell = `1${' '.repeat(50_000)}x`
  const { text } = await repair(t, 'apps.csv', `app_id,dsi_values\n1,${cell}\n`)
  t.equal(text, `app_id,dsi_values\n1,${cell}\n`)
})

t.test('a repair changes only what has exactly one meaning', async t => {
  const cases: [table: string, column: string, cells: string[], repaired: string[]][] = [
    ['cohorts', 'spend', ['12,5', '12,345'], ['12.5', '12.345']],
    ['cohorts', 'spend', ['12,500', '1,234'], ['12,500', '1,234']],
    ['cohorts', 'spend', ['12,5', '12.345'], ['12,5', '12.345']],
    ['cohorts', 'spend', ['NaN', '$5'], ['NaN', '$5']],
    ['cohorts', 'install_date', ['08/10/2026', '09/11/2026'], ['08/10/2026', '09/11/2026']],
    ['cohorts', 'install_date', ['08/10/2026', '13/10/2026'], ['2026-10-08', '2026-10-13']],
    ['cohorts', 'install_date', ['08/10/2026', '10/13/2026'], ['2026-08-10', '2026-10-13']],
    ['cohorts', 'install_date', ['13/10/2026', '10/13/2026'], ['13/10/2026', '10/13/2026']],
    [
      'cohorts',
      'install_date',
      ['31/02/2026', '2026/3/8', '20260308'],
      ['31/02/2026', '2026-03-08', '2026-03-08'],
    ],
    [
      'cohorts',
      'install_date',
      ['2026-03-08 00:00:00', '2026-03-08 01:00:00'],
      ['2026-03-08', '2026-03-08 01:00:00'],
    ],
    ['cohorts', 'paid_installs', ['3.0', '3.5', '1.000'], ['3', '3.5', '1.000']],
    [
      'runs',
      'created_at',
      ['2026-03-08T08:00:00+02:00', '2026-03-08 08:00:00Z'],
      ['2026-03-08T06:00:00Z', '2026-03-08T08:00:00Z'],
    ],
    [
      'runs',
      'created_at',
      ['2026-03-08 08:00:00', '2026-02-30T08:00:00+02:00'],
      ['2026-03-08 08:00:00', '2026-02-30T08:00:00+02:00'],
    ],
    ['runs', 'max_install_date', ['NaT', 'null'], ['', '']],
    ['apps', 'dsi_values', ['[1; 7]', '1-7'], ['1,7', '1-7']],
    ['apps', 'live', ['t', 'F', '1', 'x'], ['true', 'false', 'true', 'x']],
    [
      'runs',
      'created_at',
      ['2026-11-01 00:00:00 UTC', '2026-11-01 02:00:00+02'],
      ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ],
    [
      'cohorts',
      'install_date',
      ['2026-11-01 00:00:00 UTC', '2026-11-01 00:00:00+00'],
      ['2026-11-01', '2026-11-01'],
    ],
    ['cohorts', 'campaign', [String.raw`\N`, 'NULL'], ['', 'NULL']],
    ['cohorts', 'spend', ['1.234,5', '0,5', '(2,25)'], ['1234.5', '0.5', '-2.25']],
    ['cohorts', 'spend', ['12.5', '1,234', '7'], ['12.5', '1234', '7']],
    ['cohorts', 'spend', ['12,5', '3,5 €'], ['12.5', '3,5 €']],
    ['cohorts', 'spend', ['0,5', '1.5'], ['0,5', '1.5']],
    [
      'cohorts',
      'install_date',
      ['08.10.2026', 'Oct 8, 2026', '8. Oktober 2026', '2026年10月8日'], // cspell:disable-line
      ['2026-10-08', '2026-10-08', '2026-10-08', '2026-10-08'],
    ],
    [
      'cohorts',
      'install_date',
      ['13/10/26', '46296', '1790000000', '2026-03-08 00:00:00+09:00'],
      ['13/10/26', '46296', '1790000000', '2026-03-08 00:00:00+09:00'],
    ],
    [
      'runs',
      'created_at',
      ['2026-03-08 08:00:00.25-0330', '2026-03-08T08:00:00.123456789+02:00'],
      ['2026-03-08T11:30:00.25Z', '2026-03-08T08:00:00.123456789+02:00'],
    ],
    ['networks', 'network', ['none', 'NA'], ['none', 'NA']],
  ]
  for (const [table, column, cells, repaired] of cases) {
    const quoted = (all: string[]): string =>
      all.map(cell => `x,${/[,;]/.test(cell) ? `"${cell}"` : cell}\n`).join('')
    const { text } = await repair(t, `${table}.csv`, `rest,${column}\n${quoted(cells)}`)
    t.equal(text, `rest,${column}\n${quoted(repaired)}`, `${column}: ${cells.join(' ')}`)
  }
})

t.test('duplicate headers and rows with another number of fields are not repaired', async t => {
  const twice = 'network,Traditional,TRADITIONAL\nA,true,true\n'
  t.equal((await repair(t, 'networks.csv', twice)).text, twice)
  const { text } = await repair(t, 'networks.csv', 'network,traditional\nA,b,TRUE\nB,TRUE\n')
  t.equal(text, 'network,traditional\nA,b,TRUE\nB,true\n')
})

t.test('UTF-16 is repaired in both byte orders, with characters across chunks', async t => {
  const names = Array.from({ length: 300_000 }, (_, index) => `\u{1f680}${index},true`).join('\n')
  const bytes = Buffer.from(`network,traditional\n${names}\n`, 'utf16le')
  for (const content of [bytes, Buffer.from(bytes).swap16()]) {
    const { repairs, text } = await repair(t, 'networks.csv', content)
    t.strictSame(repairs, ['converted from UTF-16 to UTF-8 0'])
    t.equal(text, bytes.toString('utf16le'))
  }
})

t.test('an existing output folder, one inside the delivery, and links are refused', async t => {
  const path = temporaryFolder(t)
  await writeFile(join(path, 'runs.csv'), `${RUNS}\n`)
  await t.rejects(repairDelivery(path, temporaryFolder(t)), {
    message: /^--fix: .* exists; give a new folder$/,
  })
  await t.rejects(repairDelivery(path, join(path, 'fixed')), {
    message: /^--fix: .* is inside the delivery; give a folder elsewhere$/,
  })
  await symlink(join(path, 'runs.csv'), join(path, 'networks.csv'))
  const out = join(temporaryFolder(t), 'out')
  await t.rejects(repairDelivery(path, out), {
    name: 'DeliveryError',
    faults: [{ file: 'networks.csv', rule: /must be a regular file/ }],
  })
  await t.rejects(readdir(out), { code: 'ENOENT' })
})

t.test('a sparse file whose copy would be far larger is refused before the copy', async t => {
  const path = temporaryFolder(t)
  await writeFile(join(path, 'networks.csv'), 'network;traditional\n')
  await truncate(join(path, 'networks.csv'), 3_100_000_000)
  const out = join(temporaryFolder(t), 'out')
  await t.rejects(repairDelivery(path, out), {
    name: 'DeliveryError',
    faults: [
      {
        file: 'networks.csv',
        rule: /^must not be a sparse file: it takes \d+ bytes on disk, and its copy would take 3100000000$/,
      },
    ],
  })
  await t.rejects(readdir(out), { code: 'ENOENT' })
})

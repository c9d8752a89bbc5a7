import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { query } from '../support/delivery-folder.ts'
import { randomOf } from '../support/seed.ts'

/** Where a mutation is made: one file of a delivery, and what must never be reached from there. */
export interface Target {
  folder: string
  file: string
  /** Folder with files that are not the delivery's. */
  outside: string
  random: Random
}

export interface Random {
  int(below: number): number
  pick<Value>(values: readonly Value[]): Value
}

export function drawsOf(seed: number): Random {
  const next = randomOf(seed)
  const int = (below: number): number => Math.floor(next() * below)
  return { int, pick: values => values[int(values.length)]! }
}

type Mutation = (target: Target) => Promise<void>

function pathOf({ folder, file }: Target): string {
  return join(folder, file)
}

function evilName({ outside, random }: Target): string {
  const copy = `COPY (SELECT 1 AS a) TO '${outside}/keys/evil.json' (FORMAT json)`
  return random.pick([
    `x" AS VARCHAR), '') FROM (SELECT 0 AS file_row_number, 1 AS x); ${copy}; SELECT 1 FROM (SELECT 0 AS file_row_number) --`,
    `x" FROM (SELECT 1 AS x); ${copy}; --`,
    `x': 'VARCHAR'}); ${copy}; --`,
    `"; ${copy}; --`,
    `'; ${copy}; --`,
    `\\'; ${copy}; #`,
    `x", (SELECT content FROM read_text('${outside}/export-secret')) AS "network`,
    `"; ATTACH '${outside}/keys/evil.db'; --`,
    `"; SET lock_configuration = false; --`,
    '__proto__',
    'constructor',
    '\ufeffrun_id',
    '\u001b[2J\u202e',
    'x'.repeat(100_000),
    '*',
    '$1',
    '?',
    '',
  ])
}

function evilCell({ random }: Target): string {
  return random.pick([
    '',
    'NaN',
    '1e400',
    '-1',
    '9223372036854775808',
    '0x10',
    '1;DROP TABLE x',
    `' OR 1=1 --`,
    '\ufeff',
    '\ufeff1',
    '\u0000',
    '\r',
    '"',
    'x'.repeat(513),
    'x'.repeat(5000),
    'x'.repeat(2_100_000),
    '2026-02-30',
    '+infinity',
    'Infinity',
    '1970-01-01T00:00:00Z',
    '\ud800',
    'true',
    '=1+1',
    '1,7,365',
  ])
}

async function csvLines(
  target: Target,
  change: (lines: string[]) => string[] | Promise<string[]>,
): Promise<void> {
  return writeFile(
    pathOf(target),
    (await change((await readFile(pathOf(target), 'utf8')).split('\r\n'))).join('\r\n'),
  )
}
function csvCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

async function bytes(target: Target, change: (content: Buffer) => Buffer): Promise<void> {
  return writeFile(pathOf(target), change(await readFile(pathOf(target))))
}

/** What can be done to any file. */
const TO_ANY: Mutation[] = [
  target => bytes(target, content => content.subarray(0, target.random.int(content.length + 1))),
  target =>
    bytes(target, content => {
      const changed = Buffer.from(content)
      for (let count = 1 + target.random.int(8); count > 0; count--)
        changed[target.random.int(changed.length)] = target.random.int(256)
      return changed
    }),
  target => bytes(target, content => gzipSync(content)),
  target => bytes(target, content => Buffer.concat([content, content])),
  target => bytes(target, content => Buffer.concat([Buffer.from('\ufeff'), content])),
  target => bytes(target, content => Buffer.from(content.toString('latin1'), 'utf16le')),
  target => writeFile(pathOf(target), ''),
  async target => {
    const aside = join(target.outside, 'moved')
    await rename(pathOf(target), aside)
    await symlink(
      target.random.pick([
        aside,
        join(target.outside, 'export-secret'),
        '/dev/zero',
        '/dev/stdin',
        join(target.outside, 'none'),
      ]),
      pathOf(target),
    )
  },
  async target => {
    await rm(pathOf(target))
    execFileSync('mkfifo', [pathOf(target)])
  },
  async target => {
    await rm(pathOf(target))
    await mkdir(pathOf(target))
  },
  target =>
    rename(
      pathOf(target),
      join(
        target.folder,
        target.random.pick([
          `${target.file}.gz`,
          target.file.toUpperCase(),
          `x\u001b[2J'"; --.csv`,
          `.${target.file}`,
          'networks [1]*.parquet',
          '__proto__.csv',
        ]),
      ),
    ),
]

const TO_CSV: Mutation[] = [
  target =>
    csvLines(target, ([header, ...lines]) => [
      `${header},${csvCell(evilName(target))}`,
      ...lines.map(line => line && `${line},1`),
    ]),
  target =>
    csvLines(target, ([header, ...lines]) => {
      const names = header!.split(',')
      names[target.random.int(names.length)] = target.random.pick([
        csvCell(evilName(target)),
        names[0]!,
        names[0]!.toUpperCase(),
      ])
      return [names.join(','), ...lines]
    }),
  target =>
    csvLines(target, ([header, ...lines]) => [
      `${header}${',unused'.repeat(target.random.pick([1, 1500, 3000]))}`,
      ...lines,
    ]),
  ...Array.from(
    { length: 4 },
    (): Mutation => target =>
      csvLines(target, ([header, first = '', ...lines]) => {
        const cells = first.split(',')
        cells[target.random.int(cells.length)] = target.random.pick([csvCell, String])(
          evilCell(target),
        )
        return [header!, cells.join(','), ...lines]
      }),
  ),
  target => csvLines(target, lines => [...lines.slice(0, -1), ...lines.slice(1, 2), '']),
  target => csvLines(target, lines => [lines.join('\n')]),
  target => csvLines(target, lines => [lines.join('\r')]),
]

const TO_PARQUET: Mutation[] = [
  target => rewrite(target, `SELECT *, 1 AS ${identifier(evilName(target) || 'x')} FROM`),
  target => rewrite(target, `SELECT *, {'a': {'b': [1, 2]}} AS nested, MAP {'a': 1} AS map FROM`),
  async target => {
    const name = identifier(target.random.pick(await columnsOf(target)))
    const value = target.random.pick([
      `[${name}]`,
      `{'a': ${name}}`,
      `MAP {'k': ${name}}`,
      `encode(${name}::VARCHAR)`,
      'NULL',
      `'NaN'::DOUBLE`,
      '170141183460469231731687303715884105727',
      `'infinity'::TIMESTAMP`,
      `repeat('x', 600)`,
      `repeat('x', 100000)`,
      'chr(0)',
      `'\ufeff' || ${name}`,
      "TIME '00:00'",
      `${name}::VARCHAR`,
      '-1',
      'uuid()',
    ])
    await rewrite(target, `SELECT * REPLACE (${value} AS ${name}) FROM`)
  },
  target =>
    rewrite(
      target,
      `SELECT t.* FROM range(${target.random.pick([2, 5000, 3_000_000, 30_000_000])}),`,
      'COMPRESSION zstd, ROW_GROUP_SIZE 10000000',
    ),
  target =>
    rewrite(
      target,
      `SELECT *, ${Array.from({ length: target.random.pick([10, 2100]) }, (_, index) => `1 AS c${index}`).join(', ')} FROM`,
    ),
  target =>
    bytes(target, content => {
      const changed = Buffer.from(content)
      const footer = Math.min(content.length, 8 + content.readUInt32LE(content.length - 8))
      for (let count = 1 + target.random.int(4); count > 0; count--)
        changed[changed.length - 1 - target.random.int(footer)] = target.random.int(256)
      return changed
    }),
]

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
async function columnsOf(target: Target): Promise<string[]> {
  return (await query(`DESCRIBE FROM read_parquet('${pathOf(target)}')`)).map(row =>
    String(row['column_name']),
  )
}

async function rewrite(
  target: Target,
  select: string,
  options = 'COMPRESSION snappy',
): Promise<void> {
  const aside = join(target.outside, 'rewritten')
  await query(
    `COPY (${select} read_parquet('${pathOf(target)}') t) TO '${aside}' (FORMAT parquet, ${options})`,
  )
  await rename(aside, pathOf(target))
}

/** Changes one file of a delivery in one way. A change that an earlier one made impossible is left out. */
export async function mutate(folder: string, outside: string, random: Random): Promise<string> {
  // A path that is no longer a regular file cannot be read, or blocks.
  const plain = (await readdir(folder, { withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
  const file = random.pick(plain.sort())
  const own = file.endsWith('.parquet') ? TO_PARQUET : file.endsWith('.csv') ? TO_CSV : []
  const mutations = [...TO_ANY, ...own, ...own]
  const index = random.int(mutations.length)
  try {
    await mutations[index]!({ folder, file, outside, random })
    return `${file}: ${index}`
  } catch {
    return `${file}: ${index} (not possible)`
  }
}

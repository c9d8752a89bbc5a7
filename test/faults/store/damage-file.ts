import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whenMissing } from '../../../server/core/runtime/files.ts'
import { below } from '../../support/seed.ts'

/** Ways to damage a file. */
export const DAMAGES = ['delete', 'empty', 'cut', 'flip', 'older'] as const

export type Damage = (typeof DAMAGES)[number]

/**
 * Damages a file in a data directory as disks, operators and restored backups do: in its place, with its times as they were.
 * Answers what was done; undefined where that changes nothing.
 */
export async function damageFile(
  dir: string,
  path: string,
  damage: Damage,
  { random, older }: { random: () => number; older: ReadonlyMap<string, Buffer> },
): Promise<string | undefined> {
  const file = join(dir, path)
  // The log of the records leaves when the library closes its last connection.
  const content = await readFile(file).catch(whenMissing(null))
  if (content === null) return undefined
  if (damage === 'delete') {
    await rm(file)
    return `${path} deleted`
  }
  if (content.length === 0) return undefined
  const rewrite = async (next: Buffer, done: string): Promise<string> => {
    await writeFile(file, next)
    return `${path} ${done}`
  }
  switch (damage) {
    case 'empty':
      return await rewrite(Buffer.alloc(0), 'emptied')
    case 'cut': {
      const length = 1 + below(random, content.length - 1)
      return await rewrite(
        content.subarray(0, length),
        `cut to ${length} of ${content.length} bytes`,
      )
    }
    case 'flip': {
      const [at, bit] = [below(random, content.length), below(random, 8)]
      content[at]! ^= 1 << bit
      return await rewrite(content, `with bit ${bit} of byte ${at} flipped`)
    }
    case 'older': {
      const before = older.get(path)
      return before && (await rewrite(before, 'in an older version'))
    }
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { folderObjects } from '../../../../../server/engines/lake/objects/folder-objects.ts'
import { deleteSealed, putSealed } from '../../../../../server/engines/lake/objects/put-sealed.ts'

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

t.test('a large file has the sums of its blocks beside it, a small one needs none', async t => {
  const dir = t.testdir({ lake: {}, own: {} })
  const objects = folderObjects(join(dir, 'lake'))
  for (const size of [0, 1000, 8_388_607, 8_388_608, 9_000_001]) {
    const bytes = randomBytes(size)
    await writeFile(join(dir, 'own/file'), bytes)
    const seal = await putSealed(objects, 'i/file.parquet', join(dir, 'own/file'))
    t.match(seal, { bytes: size, sha256: sha256(bytes).toString('hex') })
    t.ok(bytes.equals(await buffer(await objects.get('i/file.parquet'))))
    if (size < 8_388_608) t.strictSame([seal.blocks, await readdir(join(dir, 'lake/i'))], [undefined, ['file.parquet']])
    else {
      const sums = await readFile(join(dir, 'lake/i/file.parquet.sums'))
      const blocks = Array.from({ length: Math.ceil(size / 65_536) }, (_, n) => bytes.subarray(n * 65_536, (n + 1) * 65_536))
      t.ok(sums.equals(Buffer.concat(blocks.map(block => sha256(block).subarray(0, 16)))))
      t.equal(seal.blocks, sha256(sums).toString('hex'))
    }
    t.strictSame(await readdir(join(dir, 'own')), ['file'])
    await deleteSealed(objects, 'i/file.parquet')
    t.strictSame(await readdir(join(dir, 'lake')), [])
  }
})

import { open, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  isUnchanged,
  markUsed,
  sealFile,
  spooledName,
  verifyFile,
} from '../../../../server/store/files/spooled-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const NAME = spooledName('a', 'csv')
const never = new AbortController().signal

/** A sealed file, opened. */
async function sealed(t: Test, content: string | Buffer) {
  const path = `${t.testdir()}/file`
  await writeFile(path, content)
  const file = await sealFile(path, { name: NAME, totalRows: 42 }, never)
  const handle = await open(path, 'r+')
  t.teardown(() => handle.close())
  return { path, file, handle, verify: () => verifyFile(handle, NAME, never) }
}

t.test('a sealed file begins with its content and contains its metadata', async t => {
  for (const content of [
    Buffer.alloc(0),
    Buffer.from('content'),
    Buffer.alloc(3_000_000, 'piece by piece'),
  ]) {
    const { file, handle, verify } = await sealed(t, content)
    t.strictSame(file.facts, { name: NAME, totalRows: 42, size: content.length })
    const verified = await verify()
    t.same(verified?.facts, file.facts)
    t.ok(isUnchanged(file, verified!.state))
    const { buffer } = await handle.read(Buffer.alloc(content.length), 0, content.length, 0)
    t.ok(buffer.equals(content))
  }
})

t.test('any flipped bit, and any shorter or longer file, is detected', async t => {
  const { handle, verify } = await sealed(t, 'content')
  const { size } = await handle.stat()
  const { buffer: whole } = await handle.read(Buffer.alloc(size), 0, size, 0)
  const missed: string[] = []
  for (let bit = 0; bit < size * 8; bit++) {
    const changed = Buffer.from(whole)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    await handle.write(changed, 0, size, 0)
    if ((await verify()) !== undefined) missed.push(`bit ${bit}`)
  }
  await handle.write(Buffer.concat([whole, whole]), 0, size * 2, 0)
  for (let length = size * 2; length >= 0; length--) {
    await handle.truncate(length)
    // Twice the content and trailer would end in a valid trailer.
    if (length !== size && (await verify()) !== undefined) missed.push(`length ${length}`)
  }
  t.same(missed, [])
  await handle.write(whole, 0, size, 0)
  t.ok(await verify())
})

t.test("a file under another file's name is not mistaken for it", async t => {
  const { handle } = await sealed(t, 'content')
  t.equal(await verifyFile(handle, spooledName('b', 'csv'), never), undefined)
  t.equal(await verifyFile(handle, spooledName('a', 'parquet'), never), undefined)
})

t.test('an unreadable file counts as damaged; other errors are thrown', async t => {
  const { handle } = await sealed(t, 'content')
  const failing = (code: string): FileHandle =>
    new Proxy(handle, {
      get: (target, name) =>
        name === 'read'
          ? () => Promise.reject(Object.assign(new Error(code), { code }))
          : (Reflect.get(target, name) as () => unknown).bind(target),
    })
  t.equal(await verifyFile(failing('EIO'), NAME, never), undefined)
  await t.rejects(verifyFile(failing('ENOMEM'), NAME, never), { code: 'ENOMEM' })
})

t.test('sealing and verifying stop on the signal', async t => {
  const { path, handle } = await sealed(t, 'content')
  const aborted = AbortSignal.abort(new Error('nobody waits'))
  await t.rejects(verifyFile(handle, NAME, aborted), { message: 'nobody waits' })
  await t.rejects(sealFile(path, { name: NAME, totalRows: 1 }, aborted), {
    message: 'nobody waits',
  })
})

t.test('a use leaves a file unchanged; a write or another file does not', async t => {
  const { path, file, handle } = await sealed(t, 'content')
  const state = () => handle.stat({ bigint: true })
  await markUsed(handle, await state(), 1_900_000_000_000)
  t.ok(isUnchanged(file, await state()))
  t.equal((await stat(path)).atimeMs, 1_900_000_000_000)
  await handle.write(Buffer.from('C'), 0, 1, 0)
  t.notOk(isUnchanged(file, await state()))
  const other = join(temporaryFolder(t), 'file')
  await writeFile(other, 'content')
  t.notOk(isUnchanged(await sealFile(other, { name: NAME, totalRows: 42 }, never), await state()))
})

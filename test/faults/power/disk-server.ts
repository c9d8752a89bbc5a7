/**
 * A FUSE file system of one file: a disk image whose writes and flushes are appended to a log, in their order.
 *
 * Usage: node disk-server.js MOUNTPOINT IMAGE LOG. Prints a line once it is mounted and ends when it is unmounted.
 * It needs a process of its own: whoever uses the disk waits for this one inside system calls.
 * The protocol is in `<linux/fuse.h>`; version 7.31 is enough, and newer kernels speak it.
 */
import { spawnSync } from 'node:child_process'
import { fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { FLUSH, recordHeader } from './write-log.ts'

const [mountPoint, imagePath, logPath] = process.argv.slice(2) as [string, string, string]

const OPCODE = {
  FORGET: 2,
  GETATTR: 3,
  OPEN: 14,
  READ: 15,
  WRITE: 16,
  RELEASE: 18,
  FSYNC: 20,
  FLUSH: 25,
  INIT: 26,
  DESTROY: 38,
  BATCH_FORGET: 42,
}
const BIG_WRITES = 1 << 5
const MAX_PAGES = 1 << 22
/** The kernel keeps no pages of the file: every write arrives here before it returns. */
const DIRECT_IO = 1
const ENOSYS = 38
const MAX_BYTES = 2 ** 20
const IN_HEADER = 40
const OUT_HEADER = 16

const image = openSync(imagePath, 'r+')
const log = openSync(logPath, 'a')
const { size } = fstatSync(image)
const device = openSync('/dev/fuse', 'r+')

// mount(8) passes its descriptor 3 on. With a regular file as root, the mount point is the disk.
const options = `fd=3,rootmode=100000,user_id=0,group_id=0,max_read=${MAX_BYTES}`
const mount = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'uascope-disk', mountPoint], {
  stdio: [0, 1, 2, device],
})
if (mount.status !== 0) process.exit(1)
console.log('mounted')

const request = Buffer.alloc(MAX_BYTES + 8192)
for (;;) {
  const length = nextRequest()
  if (length === 0) break
  const body = request.subarray(IN_HEADER, length)
  const answer = answerTo(request.readUInt32LE(4), body)
  if (answer !== undefined) reply(request.readBigUInt64LE(8), answer)
}

/** Bytes of the next request; 0 once the file system is unmounted. */
function nextRequest(): number {
  try {
    return readSync(device, request)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODEV') return 0
    if (code === 'EINTR' || code === 'ENOENT' || code === 'EAGAIN') return nextRequest()
    throw error
  }
}

/** A body, the number of an error, or nothing where none is expected. */
function answerTo(opcode: number, body: Buffer): Buffer | number | undefined {
  switch (opcode) {
    case OPCODE.INIT:
      return initialized(body)
    case OPCODE.GETATTR:
      return attributes()
    case OPCODE.OPEN:
      return opened()
    case OPCODE.READ: {
      const data = Buffer.alloc(body.readUInt32LE(16))
      return data.subarray(
        0,
        readSync(image, data, 0, data.length, Number(body.readBigUInt64LE(8))),
      )
    }
    case OPCODE.WRITE:
      return write(Number(body.readBigUInt64LE(8)), body.subarray(40, 40 + body.readUInt32LE(16)))
    case OPCODE.FSYNC:
      writeSync(log, recordHeader(FLUSH, 0))
      return Buffer.alloc(0)
    case OPCODE.FLUSH:
    case OPCODE.RELEASE:
    case OPCODE.DESTROY:
      return Buffer.alloc(0)
    case OPCODE.FORGET:
    case OPCODE.BATCH_FORGET:
      return undefined
    default:
      return ENOSYS
  }
}

function initialized(body: Buffer): Buffer {
  const out = Buffer.alloc(64)
  out.writeUInt32LE(7, 0)
  out.writeUInt32LE(31, 4)
  out.writeUInt32LE(body.readUInt32LE(8), 8)
  out.writeUInt32LE(BIG_WRITES | MAX_PAGES, 12)
  out.writeUInt16LE(16, 16)
  out.writeUInt16LE(12, 18)
  out.writeUInt32LE(MAX_BYTES, 20)
  out.writeUInt32LE(1, 24)
  out.writeUInt16LE(MAX_BYTES / 4096, 28)
  return out
}

function attributes(): Buffer {
  const out = Buffer.alloc(104)
  out.writeBigUInt64LE(3600n, 0)
  out.writeBigUInt64LE(1n, 16)
  out.writeBigUInt64LE(BigInt(size), 24)
  out.writeBigUInt64LE(BigInt(size / 512), 32)
  out.writeUInt32LE(0o100600, 76)
  out.writeUInt32LE(1, 80)
  out.writeUInt32LE(4096, 96)
  return out
}

function opened(): Buffer {
  const out = Buffer.alloc(16)
  out.writeUInt32LE(DIRECT_IO, 8)
  return out
}

function write(offset: number, data: Buffer): Buffer {
  writeSync(image, data, 0, data.length, offset)
  writeSync(log, Buffer.concat([recordHeader(offset, data.length), data]))
  const out = Buffer.alloc(8)
  out.writeUInt32LE(data.length, 0)
  return out
}

function reply(unique: bigint, answer: Buffer | number): void {
  const [error, body] = typeof answer === 'number' ? [answer, Buffer.alloc(0)] : [0, answer]
  const header = Buffer.alloc(OUT_HEADER)
  header.writeUInt32LE(OUT_HEADER + body.length, 0)
  header.writeInt32LE(-error, 4)
  header.writeBigUInt64LE(unique, 8)
  writeSync(device, Buffer.concat([header, body]))
}

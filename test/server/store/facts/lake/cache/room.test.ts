import assert from 'node:assert/strict'
import t from 'tap'
import { type CachedFile, Room } from '../../../../../../server/store/facts/lake/cache/room.ts'
import fc from '../../../../../support/fast-check.ts'

const MAX = 100

/** What the room should be like, told in the plainest way. */
interface Model {
  /** The least recently used first. */
  kept: { key: string; bytes: number; pins: number }[]
  reserved: number
}

interface Real {
  room: Room
  pinned: Map<string, CachedFile>
  evicted: string[]
}

/** Removes from the model what should make way, and holds the room against it. */
function agrees(model: Model, { room, evicted }: Real): void {
  const bytes = (): number => model.kept.reduce((sum, { bytes }) => sum + bytes, model.reserved)
  const gone: string[] = []
  while (bytes() > MAX) {
    const index = model.kept.findIndex(({ pins }) => pins === 0)
    if (index < 0) break
    gone.push(...model.kept.splice(index, 1).map(({ key }) => key))
  }
  assert.deepEqual(
    evicted.splice(0),
    gone,
    'what nobody reads makes way, the least recently used first, and nothing else',
  )
  if (room.bytes !== bytes())
    throw new Error(`${room.bytes} bytes are said to be kept, and ${bytes()} are`)
  for (const { key, pins } of model.kept)
    if (room.find(key)?.pins !== pins)
      throw new Error(`${key} is not there, or not read by ${pins}`)
}

class Add implements fc.Command<Model, Real> {
  readonly key: string
  readonly bytes: number
  constructor(key: string, bytes: number) {
    this.key = key
    this.bytes = bytes
  }
  check = (model: Model): boolean => !model.kept.some(({ key }) => key === this.key)
  run(model: Model, real: Real): void {
    real.room.reserve(this.bytes)
    model.reserved += this.bytes
    agrees(model, real)
    const kept = { key: this.key, path: this.key, bytes: this.bytes, pins: 0, checked: true }
    real.room.add(kept)
    real.room.pin(kept)
    real.pinned.set(this.key, kept)
    model.reserved -= this.bytes
    model.kept.push({ key: this.key, bytes: this.bytes, pins: 1 })
    agrees(model, real)
  }
  toString = (): string => `add ${this.key} of ${this.bytes}`
}

class Pin implements fc.Command<Model, Real> {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
  check = (model: Model): boolean => model.kept.some(({ key }) => key === this.key)
  run(model: Model, real: Real): void {
    const kept = real.room.find(this.key)!
    real.room.pin(kept)
    real.pinned.set(this.key, kept)
    const index = model.kept.findIndex(({ key }) => key === this.key)
    const [entry] = model.kept.splice(index, 1)
    model.kept.push({ ...entry!, pins: entry!.pins + 1 })
    agrees(model, real)
  }
  toString = (): string => `pin ${this.key}`
}

class Unpin implements fc.Command<Model, Real> {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
  check = (model: Model): boolean =>
    model.kept.some(({ key, pins }) => key === this.key && pins > 0)
  run(model: Model, real: Real): void {
    real.room.unpin(real.pinned.get(this.key)!)
    model.kept.find(({ key }) => key === this.key)!.pins--
    agrees(model, real)
  }
  toString = (): string => `unpin ${this.key}`
}

t.test('files being read are never evicted, and excess is released later', t => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const commands = fc.commands(
    [
      fc.tuple(key, fc.integer({ min: 0, max: 120 })).map(([key, bytes]) => new Add(key, bytes)),
      key.map(key => new Pin(key)),
      key.map(key => new Unpin(key)),
    ],
    { maxCommands: 40 },
  )
  fc.assert(
    fc.property(commands, commands => {
      fc.modelRun(() => {
        const evicted: string[] = []
        return {
          model: { kept: [], reserved: 0 },
          real: {
            room: new Room(MAX, ({ path }) => evicted.push(path)),
            pinned: new Map(),
            evicted,
          },
        }
      }, commands)
    }),
    { numRuns: 300 },
  )
  t.pass()
  t.end()
})

t.test('a copy replaces an earlier one of its file', async t => {
  const evicted: string[] = []
  const room = new Room(MAX, ({ path }) => evicted.push(path))
  const copies = ['earlier', 'later'].map(path => ({
    key: 'a',
    path,
    bytes: 10,
    pins: 0,
    checked: true,
  }))
  for (const copy of copies) {
    room.reserve(copy.bytes)
    room.add(copy)
  }
  t.strictSame(evicted, ['earlier'])
  t.equal(room.find('a'), copies[1])
  t.equal(room.bytes, 10)
})

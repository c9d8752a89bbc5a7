import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gauge, type Metric } from '../../../core/runtime/metric.ts'
import { StoreDamaged } from '../../../core/model/store.ts'
import { isIntact } from '../common/checksums.ts'
import type { DataFile, LocalFiles } from '../common/parquet-groups.ts'

interface Checked {
  file: DataFile
  state: string
  damage: StoreDamaged | null
}

/**
 * Data files whose checksum this process has verified: at first use, and after any change that the file system reports. Detection costs
 * two `stat` calls per use.
 */
export class VerifiedFiles implements LocalFiles {
  readonly #dataDir: string
  readonly #onDamage: (damage: StoreDamaged) => void
  readonly #checked = new Map<string, Checked>()
  readonly #checking = new Map<string, Promise<Checked>>()

  /** `onDamage` is called once per damaged state. */
  constructor(dataDir: string, onDamage: (damage: StoreDamaged) => void = () => {}) {
    this.#dataDir = dataDir
    this.#onDamage = onDamage
  }

  async during<Result>(
    files: readonly DataFile[],
    signal: AbortSignal,
    use: (paths: readonly string[]) => Promise<Result>,
  ): Promise<Result> {
    const before = await Promise.all(files.map(file => this.check(file)))
    signal.throwIfAborted()
    const unchanged = async (): Promise<void> => {
      const after = await Promise.all(files.map(file => this.#stateOf(file)))
      const changed = files[after.findIndex((state, index) => state !== before[index])]
      if (changed !== undefined)
        throw new StoreDamaged(changed.file, `${changed.file} changed while it was read`)
    }
    try {
      const result = await use(files.map(({ file }) => join(this.#dataDir, file)))
      await unchanged()
      return result
    } catch (error) {
      // A read error must not hide damage.
      await unchanged()
      throw error
    }
  }

  /**
   * The state of a file with a valid checksum.
   * @throws StoreDamaged if it is missing or differs
   */
  async check(file: DataFile): Promise<string> {
    const state = await this.#stateOf(file)
    const known = this.#checked.get(file.file)
    const { damage } = known?.state === state ? known : await this.#checkOnce(file, state)
    if (damage !== null) throw damage
    return state
  }

  async checkAgain(file: DataFile): Promise<void> {
    const { damage } = await this.#checkOnce(file, await this.#stateOf(file))
    if (damage !== null) throw damage
  }

  /** Known damage among these files that has not been repaired. */
  async damage(named: ReadonlySet<string>): Promise<StoreDamaged | undefined> {
    for (const { file, damage } of this.#checked.values()) {
      if (damage === null || !named.has(file.file)) continue
      try {
        await this.check(file)
      } catch (error) {
        if (error instanceof StoreDamaged) return error
        throw error
      }
    }
    return undefined
  }

  metrics(): Metric[] {
    const damaged = [...this.#checked.values()].filter(({ damage }) => damage !== null).length
    return [
      gauge(
        'uascope_damaged_files',
        'Data files that failed their checksum and are not served. `admin verify` names them.',
        damaged,
      ),
    ]
  }

  #checkOnce(file: DataFile, state: string): Promise<Checked> {
    const key = `${file.file} ${state}`
    const underWay = this.#checking.get(key)
    if (underWay !== undefined) return underWay
    const check = this.#read(file, state).finally(() => this.#checking.delete(key))
    this.#checking.set(key, check)
    return check
  }

  async #read(file: DataFile, state: string): Promise<Checked> {
    const checked: Checked = { file, state, damage: await this.#damageOf(file, state) }
    const isNews = checked.damage !== null && this.#checked.get(file.file)?.state !== state
    this.#checked.set(file.file, checked)
    if (isNews) this.#onDamage(checked.damage!)
    return checked
  }

  async #damageOf({ file, bytes, sha256 }: DataFile, state: string): Promise<StoreDamaged | null> {
    if (state === MISSING) return new StoreDamaged(file, `${file} is missing`)
    // File times have ticks: a change within this check's tick would be invisible, so wait for the next.
    const age = Date.now() - Number(/^\d+ \d+ \d+ (\d+)/.exec(state)![1]) / 1e6
    if (age < TICK_MS) await sleep(TICK_MS)
    if (bytes === undefined || sha256 === undefined)
      return new StoreDamaged(file, `${file} has no checksum in the records`)
    try {
      if (await isIntact(join(this.#dataDir, file), { bytes, sha256 })) return null
      return new StoreDamaged(file, `${file} fails its checksum`)
    } catch (cause) {
      return new StoreDamaged(file, `${file} cannot be read`, { cause })
    }
  }

  async #stateOf({ file, sha256 = '' }: DataFile): Promise<string> {
    const stats = await stat(join(this.#dataDir, file), { bigint: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
        throw error
      },
    )
    return stats === null ? MISSING : `${stateOf(stats)} ${sha256}`
  }
}

const MISSING = 'missing'

/** The slowest kernel clock ticks every 10 ms. */
const TICK_MS = 50

/** Any write changes this, even one that resets the times: ctime cannot be set. */
function stateOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

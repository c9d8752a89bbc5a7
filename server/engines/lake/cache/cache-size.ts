import { statfs } from 'node:fs/promises'

const SHARE = 0.8

/** What a cache may take that nobody gave a bound: the most of what is free, with what it has already. */
export async function freeShare(folder: string, kept: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize + kept) * SHARE)
}

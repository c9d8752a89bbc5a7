import type { LakeAddress } from '../../model/storage-address.ts'
import type { Objects } from './objects/objects.ts'
import { openObjects } from './objects/open-objects.ts'

/** The objects of one store in a lake that several stores may share, by the names that its catalog has for them. */
export function objectsOf({ url, endpoint, region, credentials }: LakeAddress, storeId: string): Objects {
  return openObjects({ url: `${url}/${storeId}`, endpoint: endpoint ?? undefined, region, credentials: credentials ?? undefined })
}

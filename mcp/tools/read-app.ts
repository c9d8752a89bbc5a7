import { ApiError, type AppSettings, type UascopeClient } from '../../client/src/index.ts'

/** The words that the service knows today. */
interface Words {
  targetRoasType: 'paid' | 'incremental_blended' | 'full_blended'
  targetRevenueType: 'gross' | 'net'
}

/** What a model needs to know of an app to choose arguments and to read results. */
export type App = Omit<AppSettings, keyof Words> & Words

/** Apps asked for at once: each is an answer of its own, and others wait for answers too. */
const AT_ONCE = 8

/** The app of this id. Rejects when the caller cannot read it. */
export async function readApp(client: UascopeClient, appId: number): Promise<App> {
  return (await client.getAppSettings({ appId })) as App
}

/** The apps that the caller can read, by ascending id. */
export async function readApps(client: UascopeClient): Promise<App[]> {
  const listed = await client.listApps()
  const apps: App[] = []
  for (let first = 0; first < listed.length; first += AT_ONCE) {
    const some = await Promise.all(listed.slice(first, first + AT_ONCE).map(({ id }) => readApp(client, id).catch(goneMeanwhile)))
    apps.push(...some.filter(app => app !== undefined))
  }
  return apps
}

/** An import between the list and the settings may have taken an app away. */
function goneMeanwhile(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 403) return undefined
  throw error
}

import type { App as Listed } from '../../client/src/index.ts'
import type { AppSettings, ToolContext } from './tool.ts'

/** An app as REST lists it, and its settings. */
export type App = Listed & AppSettings

/** The apps that the caller can read, by ascending id. */
export async function readApps({ client, beyondRest }: ToolContext): Promise<App[]> {
  const [apps, settings] = await Promise.all([client.listApps(), beyondRest.appSettings()])
  const byId = new Map(settings.map(one => [one.id, one]))
  return apps.flatMap(app => {
    const own = byId.get(app.id)
    // An import between the two answers may have taken it away.
    return own === undefined ? [] : [{ ...app, ...own }]
  })
}

/** The app when the caller can read it. */
export async function readApp(context: ToolContext, appId: number): Promise<App | undefined> {
  return (await readApps(context)).find(({ id }) => id === appId)
}

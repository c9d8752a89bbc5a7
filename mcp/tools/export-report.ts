import { readApp, standingOf } from './context.ts'
import { defineTool, unusedNotes } from './tool.ts'
import { unmatchedOf } from './unmatched.ts'

export const exportReport = defineTool(
  'svc_export_report',
  async (values, parameters, { beyondRest, client }, understood, unused) => {
    const made = await beyondRest.exportLink(parameters)
    if ('refusal' in made) return made
    const [app, unmatched] = await Promise.all([
      readApp(client, values.appId),
      unmatchedOf(client, values),
    ])
    const [note] = unusedNotes(unused)
    return {
      result: {
        ...made.link,
        ...standingOf(app),
        ...understood,
        ...unmatched,
        ...(note === undefined ? {} : { note }),
      },
    }
  },
)

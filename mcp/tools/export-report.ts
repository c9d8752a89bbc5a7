import { defineTool } from './define-tool.ts'
import { unmatchedOf } from './unmatched.ts'

/** A link to the full report as a file. */
export const exportReport = defineTool('svc_export_report', async (values, parameters, { beyondRest, client }) => {
  const made = await beyondRest.exportLink(parameters)
  return 'refusal' in made ? made : { result: { ...made.link, ...(await unmatchedOf(client, values)) } }
})

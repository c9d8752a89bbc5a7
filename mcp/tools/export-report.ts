import { defineTool } from './define-tool.ts'

/** A link to the full report as a file. */
export const exportReport = defineTool('svc_export_report', async (_values, parameters, { credentials, exportLink }) => {
  const made = await exportLink(parameters, credentials)
  return 'refusal' in made ? made : { result: made.link }
})

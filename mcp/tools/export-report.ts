import { defineTool } from './define-tool.ts'

/** A link to the full report as a file. */
export const exportReport = defineTool('svc_export_report', async (_values, parameters, { beyondRest }) => {
  const made = await beyondRest.exportLink(parameters)
  return 'refusal' in made ? made : { result: made.link }
})

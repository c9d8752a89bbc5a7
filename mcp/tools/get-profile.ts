import { defineTool } from './define-tool.ts'

/** Whose credentials they are. */
export const getProfile = defineTool('svc_get_profile', async (_values, _parameters, { beyondRest }) => {
  return { result: await beyondRest.profile() }
})

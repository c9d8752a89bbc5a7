/** A resource as the endpoint serves it. */
export interface ServedResource {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  text: string
  /** What a host reads of it together with its text. */
  _meta: Record<string, unknown>
}

/**
 * Checks of the official suite that say nothing about this endpoint, by id, and why. Whatever else fails is a fault, and so is an
 * entry here that does not fail (any more).
 */
export type Inapplicable = Readonly<Record<string, string>>

const NO_LOGGING = 'the endpoint does not offer logging'
const NO_COMPLETIONS = 'the endpoint does not offer completions'
const NO_PROMPTS = 'the endpoint does not offer prompts'
const NO_RESOURCES = 'the endpoint does not offer resources'
const NO_STREAM = 'answers are JSON, never a stream: there is nothing to send before the result'
const ASKS_NOTHING = 'a server that keeps no session asks its clients nothing, and the tools need nothing from them'

const CONTENT_2025: Inapplicable = {
  'completion-complete': NO_COMPLETIONS,
  'tools-call-with-progress': NO_STREAM,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS
}

export const INAPPLICABLE_2025: Inapplicable = {
  ...CONTENT_2025,
  'logging-set-level': NO_LOGGING,
  'tools-call-with-logging': NO_LOGGING,
  'tools-call-sampling': ASKS_NOTHING,
  'tools-call-elicitation': ASKS_NOTHING,
  'elicitation-sep1034-general': ASKS_NOTHING,
  'elicitation-sep1330-general': ASKS_NOTHING,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES
}

export const INAPPLICABLE_2026: Inapplicable = {
  ...CONTENT_2025
}

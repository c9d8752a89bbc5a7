/**
 * Checks of the official suite that say nothing about this endpoint, by id, and why. Whatever else fails or is warned of is a fault, and so is an
 * entry here that does not fail (any more).
 */
export type Inapplicable = Readonly<Record<string, string>>

const NO_LOGGING = 'the endpoint does not offer logging'
const NO_COMPLETIONS = 'the endpoint does not offer completions'
const NO_PROMPTS = 'the endpoint does not offer prompts'
const NO_BINARY = 'every resource is text'
const NO_TEMPLATES = 'no resource is made from a template'
const NO_SUBSCRIPTIONS = 'resources change with the service only: there is nothing to subscribe to'
const NO_STREAM = 'answers are JSON, never a stream: there is nothing to send before the result'
const NO_SESSION = 'no session is kept, and no stream is open beside a request'
const NO_MIRRORED_ARGUMENT = 'no tool has an argument that is mirrored in a header'
const ASKS_NOTHING =
  'a server that keeps no session asks its clients nothing, and the tools need nothing from them'

const CONTENT: Inapplicable = {
  'completion-complete': NO_COMPLETIONS,
  'tools-call-with-progress': NO_STREAM,
  'resources-read-binary': NO_BINARY,
  'resources-templates-read': NO_TEMPLATES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
}

export const INAPPLICABLE_2025: Inapplicable = {
  ...CONTENT,
  'logging-set-level': NO_LOGGING,
  'tools-call-with-logging': NO_LOGGING,
  'tools-call-sampling': ASKS_NOTHING,
  'tools-call-elicitation': ASKS_NOTHING,
  'elicitation-sep1034-general': ASKS_NOTHING,
  'elicitation-sep1330-general': ASKS_NOTHING,
  'server-sse-multiple-streams-session': NO_SESSION,
  'server-sse-polling-session': NO_SESSION,
  'resources-subscribe': NO_SUBSCRIPTIONS,
  'resources-unsubscribe': NO_SUBSCRIPTIONS,
}

export const INAPPLICABLE_2026: Inapplicable = {
  ...CONTENT,
  'sep-2549-prompts-list-caching-hints': NO_PROMPTS,
  'sep-2243-server-no-xmcp-tool': NO_MIRRORED_ARGUMENT,
  'sep-2243-server-decode-base64': NO_MIRRORED_ARGUMENT,
  'sep-2243-server-validate-param-match': NO_MIRRORED_ARGUMENT,
  'sep-2243-server-reject-invalid-param-chars': NO_MIRRORED_ARGUMENT,
  'sep-2243-server-reject-param-mismatch': NO_MIRRORED_ARGUMENT,
  'sep-2322-elicitation-incomplete': ASKS_NOTHING,
  'sep-2322-list-roots-incomplete': ASKS_NOTHING,
  'sep-2322-sampling-incomplete': ASKS_NOTHING,
  'sep-2322-respect-client-capabilities': ASKS_NOTHING,
  'sep-2322-multi-round-r1': ASKS_NOTHING,
  'sep-2322-multiple-inputs-incomplete': ASKS_NOTHING,
  'sep-2322-non-tool-incomplete': NO_PROMPTS,
  'sep-2322-request-state-incomplete': ASKS_NOTHING,
  'sep-2322-result-type-included': ASKS_NOTHING,
  'sep-2322-reject-tampered-state': ASKS_NOTHING,
  'sep-2322-ignore-unexpected-params': ASKS_NOTHING,
  'sep-2322-missing-response-rerequests': ASKS_NOTHING,
  'sep-2575-server-rejects-undeclared-capability': ASKS_NOTHING,
  'sep-2575-missing-capability-http-400': ASKS_NOTHING,
}

import { McpUiHostContextSchema, PostMessageTransport } from '@modelcontextprotocol/ext-apps'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/**
 * Messages to and from the host. Of its context, what is not as the specification has it is left out (a theme that nobody knows yet, a size
 * as text), since the library would refuse such a host altogether.
 */
export function hostTransport(host: Window): Transport {
  const inner = new PostMessageTransport(host, host)
  const transport: Transport = {
    start() {
      inner.onmessage = (message, extra) => transport.onmessage?.(withKnownContext(message), extra)
      inner.onclose = () => transport.onclose?.()
      inner.onerror = error => transport.onerror?.(error)
      return inner.start()
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  }
  return transport
}

function withKnownContext(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message && 'hostContext' in message.result) {
    return { ...message, result: { ...message.result, hostContext: known(message.result['hostContext']) } }
  }
  if ('method' in message && message.method === 'ui/notifications/host-context-changed') {
    return { ...message, params: known(message.params) }
  }
  return message
}

function known(context: unknown): Record<string, unknown> {
  if (typeof context !== 'object' || context === null) return {}
  const { shape } = McpUiHostContextSchema
  return Object.fromEntries(
    Object.entries(context).filter(([name, value]) => !(name in shape) || shape[name as keyof typeof shape].safeParse(value).success),
  )
}

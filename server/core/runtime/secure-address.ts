/** `localhost`, names below it (RFC 6761, 6.3), 127.0.0.0/8 and `::1`, in the URL parser's notation. */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether an address uses TLS or this machine. */
export function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** Opens a link that a view names in a tab of its own; false: it leads neither to this service nor to a secure address. */
export function followLink(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !(url.protocol === 'https:' || url.origin === location.origin)) return false
  click(url.href, anchor => {
    anchor.target = '_blank'
    anchor.rel = 'noopener noreferrer'
  })
  return true
}

/** Saves a file of this service that a view names; false: it is none. */
export function downloadLink({ uri, name }: { uri: string; name: string }): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : null
  const exports = new URL('v1/exports/', document.baseURI)
  if (url === null || !isHere(url) || !url.pathname.startsWith(exports.pathname)) return false
  click(new URL(url.pathname.slice(exports.pathname.length), exports).href, anchor => {
    anchor.download = name
  })
  return true
}

/** This machine has several names, and links bear the one that the service was started with. */
function isHere(url: URL): boolean {
  if (url.origin === location.origin) return true
  const names = ['localhost', '127.0.0.1', '[::1]']
  return (
    url.protocol === location.protocol && url.port === location.port && names.includes(url.hostname) && names.includes(location.hostname)
  )
}

function click(href: string, prepare: (anchor: HTMLAnchorElement) => void): void {
  const anchor = document.createElement('a')
  anchor.href = href
  prepare(anchor)
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}

// The page's policy lets it ask only the address it came from, which need not be the public one that the contract names.
const address = new URL('.', location.href).href
const docs = document.querySelector('rapi-doc')
docs.setAttribute('server-url', address)
docs.setAttribute('default-api-server', address)

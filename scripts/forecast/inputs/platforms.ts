import type { Platform } from '../config/config.ts'

const PLATFORMS: Readonly<Record<string, Platform>> = {
  ios: 'IOS',
  ipados: 'IOS',
  iphone: 'IOS',
  ipad: 'IOS',
  android: 'ANDROID',
  web: 'WEB',
}

/** Apps of Apple's store are numbered, those of Google's are named backwards like domains. */
const APPLE_APP = /^id\d+$/
const GOOGLE_APP = /^[a-z]\w*(\.\w+)+$/i

/** The service's platform of what an export calls it, in any case, or of the app's id in its store; null: none that it knows. */
export function platformOf(text: string): Platform | null {
  const known = text.toLowerCase()
  if (Object.hasOwn(PLATFORMS, known)) return PLATFORMS[known]!
  return APPLE_APP.test(known) ? 'IOS' : GOOGLE_APP.test(known) ? 'ANDROID' : null
}

/** The package's version; a test compares them. */
export const VERSION = '1.4.0-dev'

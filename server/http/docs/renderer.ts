/**
 * What renders the documentation: RapiDoc's built file, as the npm package `rapidoc` of this version has it at
 * `dist/rapidoc-min.js`. Taken alone, for the package brings a hundred others that only build it. Licences: `vendor/LICENSE.txt`.
 */
export const RENDERER = {
  file: new URL('./vendor/rapidoc-min.js', import.meta.url),
  version: '9.3.8',
  sha256: 'affbd173a65e870e18f392cca963113bcdafb6e50e88cd2f6a834a65b22db94d',
} as const

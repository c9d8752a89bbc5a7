import type { OperationModel } from './model.ts'
import { BANNER, literal } from './source.ts'

/** `client/paths.ts`: what the client asks for. */
export function clientPathsSource(operations: readonly OperationModel[]): string {
  return [BANNER, `export type Path = ${operations.map(({ path }) => literal(path)).join(' | ')}\n`].join('\n')
}
